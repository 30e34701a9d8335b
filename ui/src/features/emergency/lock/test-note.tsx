/** What the lock of a test says, and its way to a real emergency. */

import { use } from "react";
import { endingText, PublicCode } from "../code/code-words.ts";
import { useEmergencyState, useReports } from "../controller/use-emergency.ts";
import { RealEmergencyButton } from "../trigger/emergency-buttons.tsx";
import classes from "./lock.module.css";

/** Shaking the phone and a spoken word make a test real too. */
export function TestNote() {
  const isTold = useReports().length > 0;
  const ownPin = useEmergencyState().emergency?.ownPin ?? "";
  const publicCode = use(PublicCode);
  return (
    <section className={classes.note} aria-label="Test">
      <p>
        {isTold
          ? "This is a test. Your guardians get it marked as a test. Nobody else is told unless you send a message."
          : "This is a test. Nobody is told unless you send a message."}
      </p>
      <p>{endingText(publicCode, ownPin !== "")}</p>
      <p>If you are in danger now, make it real:</p>
      <RealEmergencyButton className={classes.real} />
    </section>
  );
}
