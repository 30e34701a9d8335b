/** What the main screen says where no script runs: the app needs scripts, calls do not. */
import { CallButtons } from "../lock/call-buttons.tsx";
import classes from "./needs-script.module.css";

/** The first script hides it before anything is painted, so that it shows only where no script runs. */
export function NeedsScript() {
  return (
    <div className={classes.needs}>
      <p>Emergency features need JavaScript.</p>
      <CallButtons />
    </div>
  );
}
