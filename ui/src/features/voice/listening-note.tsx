/** The line on the main screen while listening is on. */
import { isListening } from "./listening/status.ts";
import { useVoice } from "./use-voice.ts";
import classes from "./voice-status-line.module.css";

/** Shows nothing while listening is off or cannot be. */
export function ListeningNote() {
  const { phase } = useVoice();
  if (!isListening(phase)) return null;
  return (
    <p className={classes.line} role="status">
      Listening for safe word
    </p>
  );
}
