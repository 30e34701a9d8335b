/** The lockdown page without an emergency: an explanation of the lock, which the gate shows. */
import { Link } from "react-router";
import { numbersText } from "#content/emergency-numbers.ts";
import * as paths from "#content/paths.ts";
import { CallButtons } from "#features/emergency/lock/call-buttons.tsx";
import classes from "./lockdown-page.module.css";

const steps = [
  "When an emergency begins, this page becomes the lock screen.",
  `It shows a large button for each contact's message, and calls ${numbersText("and")} without a PIN.`,
  "Sound is recorded on this phone until you enter your own PIN.",
  "Closing the app, reloading it or restarting the phone leads back to the lock.",
] as const;

/** Explains the lock and links to the test. */
export function LockdownPage() {
  return (
    <main id="main" className={classes.page}>
      <h1>No emergency is active</h1>
      <p className={classes.lead}>This is what the lock screen is for.</p>
      <ul className={classes.list}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
      <p>
        To practise, use TEST EMERGENCY on the <Link to={paths.home}>main screen</Link>.
      </p>
      <CallButtons />
    </main>
  );
}
