/** Both directions, for the settings page. Loaded lazily. */

import { CopySettings } from "./copy-settings.tsx";
import { PasteSettings } from "./paste-settings.tsx";
import classes from "./transfer.module.css";

/** From this app to another one, and the other way round. */
export function TakeAlong() {
  return (
    <div className={classes.stack}>
      <p className={classes.note}>
        On iPhone and iPad an app on the home screen starts empty: it can't see what you set up in
        the browser.
      </p>
      <CopySettings otherwise={<p>Nothing of your own is set up here yet.</p>} />
      <PasteSettings />
    </div>
  );
}
