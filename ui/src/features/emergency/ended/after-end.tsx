/** What is shown after an emergency: its screen, or the way back to it. Loaded lazily: an emergency does not need it. */
import { waitingInSettings } from "#content/messages.ts";
import * as paths from "#content/paths.ts";
import type { Ended } from "../machine/after-rules.ts";
import classes from "./ended-screen.module.css";
import { EndedScreen } from "./ended-screen.tsx";

type AfterEndProps = {
  readonly ended: Ended;
  /** Leads to the screen, which was left alone and waits behind the code; without it the screen is shown. */
  readonly onReturn?: () => void;
};

/** Shows the screen that says that it is over, or leads back to it without a word of it. */
export function AfterEnd({ ended, onReturn }: AfterEndProps) {
  if (onReturn === undefined) return <EndedScreen ended={ended} />;
  return (
    <p role="status">
      <a
        className={classes.waiting}
        href={paths.settings}
        onClick={(event) => {
          // Another document would not have the sound.
          event.preventDefault();
          onReturn();
        }}
      >
        {waitingInSettings}
      </a>
    </p>
  );
}
