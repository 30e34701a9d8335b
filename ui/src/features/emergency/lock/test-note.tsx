/** What the lock of a test says, and its way to a real emergency. */
import { RealEmergencyButton } from "../trigger/real-emergency-button.tsx";
import classes from "./test-note.module.css";

/** Shaking the phone and a spoken word make a test real too. */
export function TestNote() {
  return (
    <section className={classes.note} aria-label="Test">
      <p>This is a test. Nobody is told unless you send a message.</p>
      <p>If you are in danger now, make it real:</p>
      <RealEmergencyButton className={classes.real} />
    </section>
  );
}
