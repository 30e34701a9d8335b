/** What the main screen says where no script runs: the app needs scripts, calls do not. */
import { emergencyNumbers } from "#content/limits.ts";
import classes from "../trigger/needs-script.module.css";
import { CallButtons } from "./call-buttons.tsx";

/** The first script hides it before anything is painted, so that it shows only where no script runs: no country is known there. */
export function NeedsScript() {
  return (
    <div className={classes.needs}>
      <p>Emergency features need JavaScript.</p>
      <CallButtons numbers={emergencyNumbers} />
    </div>
  );
}
