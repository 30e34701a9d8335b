/** The voice screen's box about an emergency and its recording. */
import { Button } from "#components/button.tsx";
import { Icon } from "#components/icon.tsx";
import textClasses from "#components/text.module.css";
import { useEmergencyState } from "../controller/use-emergency.ts";
import classes from "./lock.module.css";
import { recordingText } from "./lock-facts.ts";

type EmergencyBoxProps = {
  /** Asks for the code, without which no recording stops. When it is missing there is no button. */
  readonly onStop?: () => void;
};

/** Shown while an emergency is on, and while the recording of one that ended is being closed. */
export function EmergencyBox({ onStop }: EmergencyBoxProps) {
  const state = useEmergencyState();
  const isActive = state.emergency !== null;
  const isRunning = state.recording.phase === "on";
  if (!isActive && !isRunning) {
    return null;
  }
  return (
    <section className={classes.box} aria-labelledby="emergency-box">
      <h2 id="emergency-box" className={classes.boxTitle}>
        {isActive ? "Emergency Active" : "Emergency ended"}
      </h2>
      <p className={classes.recording} role="status" data-on={isRunning}>
        <Icon name="microphone" />
        {isActive ? recordingText(state, "Recording audio") : "The recording is being saved."}
      </p>
      {isActive && isRunning && onStop !== undefined && (
        <>
          <Button tone="danger" onClick={onStop}>
            Stop Recording
          </Button>
          <p className={textClasses.note}>A PIN stops the recording and ends the emergency.</p>
        </>
      )}
    </section>
  );
}
