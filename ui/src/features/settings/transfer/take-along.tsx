/** Both directions, for the settings page. Loaded lazily. */

import { Panel } from "#components/layout/card.tsx";
import textClasses from "#components/text.module.css";
import { CopySettings } from "./copy-settings.tsx";
import { PasteSettings } from "./paste-settings.tsx";

/** From this app to another one, and the other way round. */
export function TakeAlong() {
  return (
    <>
      <p className={textClasses.note}>
        On iPhone and iPad an app on the home screen starts empty: it can't see what you set up in
        the browser. Safari may delete that after 7 days without use.
      </p>
      <Panel title="From here to the app">
        <CopySettings otherwise={<p>Nothing of your own is set up here yet.</p>} />
      </Panel>
      <Panel title="From the browser to here">
        <PasteSettings />
      </Panel>
    </>
  );
}
