/**
 * The lockdown page without an emergency: a calm explanation of the lock, which the gate shows, in words that name no
 * emergency. That the lock is off is said once the device was asked: the server and a first read do not know.
 */
import { useNavigate } from "react-router";
import * as paths from "#content/paths.ts";
import { useEmergencyState } from "#features/emergency/controller/use-emergency.ts";
import classes from "./lockdown-page.module.css";

const steps = [
  "When the lock is on, it takes the place of this page.",
  "It opens with a PIN.",
  "Closing the app, reloading it or restarting the phone leads back to it.",
] as const;

/** Explains the lock and links to the main screen, where it can be practised. */
export function LockdownPage() {
  const { emergency, isRead } = useEmergencyState();
  const navigate = useNavigate();
  const isOff = emergency === null && isRead;
  return (
    <main id="main" className={classes.page}>
      <h1>How the lock works</h1>
      <p className={classes.lead} role="status">
        {isOff && "The lock is off. Nothing is going on."}
      </p>
      <ul className={classes.list}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
      <p>
        To practise, use the test button on the{" "}
        <a
          href={paths.home}
          onClick={(event) => {
            event.preventDefault();
            navigate(paths.home);
          }}
        >
          main screen
        </a>
        .
      </p>
    </main>
  );
}
