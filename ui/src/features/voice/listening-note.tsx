/** The line on the main screen while listening is on (spec section 2). */
import { useVoice } from "./use-voice.ts";
import classes from "./voice-status-line.module.css";

/** Nothing while it is off or cannot be: the line is shown when it is true. */
export function ListeningNote() {
  const { phase } = useVoice();
  if (phase !== "listening" && phase !== "waiting") return null;
  return (
    <p className={classes.line} role="status">
      Listening for safe word
    </p>
  );
}
