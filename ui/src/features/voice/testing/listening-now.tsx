/** What listening does now and to what it listens, in words. */

import screenClasses from "#components/layout/screen.module.css";
import { heardText, isHearing, unheardText } from "../listening/heard-text.ts";
import { voiceStatus } from "../listening/status.ts";
import { useVoice } from "../use-voice.ts";
import classes from "../voice.module.css";

const screenTexts = {
  kept: "The screen stays on meanwhile.",
  lost: "This device does not keep the screen on: listening stops when it goes dark.",
} as const;

/** A problem is shown as an alert; what is chosen and not heard stands below. */
export function ListeningNow() {
  const voice = useVoice();
  const status = voiceStatus(voice);
  const unheard = unheardText(voice);
  const words = heardText(voice);
  return (
    <>
      {(status.kind === "paused" || status.kind === "cannot") && (
        <p className={classes.error} role="alert">
          Not listening: {status.reason}.{" "}
          {status.kind === "paused" && "Listening goes on by itself."}
        </p>
      )}
      {isHearing(status) && (
        <p role="status">
          Listening for {words}. {voice.isScreenKept === true && screenTexts.kept}
          {voice.isScreenKept === false && screenTexts.lost}
        </p>
      )}
      {status.kind === "starting" && (
        <p role="status">{status.reason ?? "Starting to listen"}...</p>
      )}
      {status.kind === "off" && <p>Not listening.</p>}
      {unheard !== null && <p className={screenClasses.inset}>{unheard}</p>}
    </>
  );
}
