/** What the main screen says where scripts do not run: it can do nothing there, but a call can. */
import { CallButtons } from "../lock/call-buttons.tsx";
import classes from "./needs-script.module.css";

/** Hidden by the first script before anything is painted; where none runs it is there. */
export function NeedsScript() {
  return (
    <div className={classes.needs}>
      <p>Emergency features need JavaScript.</p>
      <CallButtons />
    </div>
  );
}
