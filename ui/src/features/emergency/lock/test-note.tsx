/** What the lock of a test says, and its way to a real emergency. */
import { guardianReportsRecord, reportsOf } from "#store/guardian-reports.ts";
import { RealEmergencyButton } from "../trigger/real-emergency-button.tsx";
import { useEmergencyState } from "../use-emergency.ts";
import classes from "./test-note.module.css";

/** Shaking the phone and a spoken word make a test real too. */
export function TestNote() {
  const reports = guardianReportsRecord.use();
  const { emergency } = useEmergencyState();
  const isTold = emergency !== null && reportsOf(reports, emergency).length > 0;
  return (
    <section className={classes.note} aria-label="Test">
      <p>
        {isTold
          ? "This is a test. Your guardians get it marked as a test. Nobody else is told unless you send a message."
          : "This is a test. Nobody is told unless you send a message."}
      </p>
      <p>If you are in danger now, make it real:</p>
      <RealEmergencyButton className={classes.real} />
    </section>
  );
}
