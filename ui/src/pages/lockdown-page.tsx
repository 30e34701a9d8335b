/** The lockdown page without an emergency: a calm explanation of the lock, which the gate shows, in words that name no emergency. */
import { Link } from "react-router";
import * as paths from "#content/paths.ts";
import classes from "./lockdown-page.module.css";

const steps = [
  "When the lock is on, it takes the place of this page.",
  "It opens with a PIN.",
  "Closing the app, reloading it or restarting the phone leads back to it.",
] as const;

/** Explains the lock and links to the main screen, where it can be practised. */
export function LockdownPage() {
  return (
    <main id="main" className={classes.page}>
      <h1>The lock is off</h1>
      <p className={classes.lead}>Nothing is going on. This is how the lock works.</p>
      <ul className={classes.list}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
      <p>
        To practise, use the test button on the <Link to={paths.home}>main screen</Link>.
      </p>
    </main>
  );
}
