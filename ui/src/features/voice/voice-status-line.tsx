/** One line on the heart monitor that says what listening does, in words that give nothing away. */
import { Icon } from "#components/icon.tsx";
import { statusText } from "./listening/status.ts";
import { useVoiceStatus } from "./use-voice.ts";
import classes from "./voice-status-line.module.css";

/** Shows the real state: "on" is shown only while something is heard. */
export function VoiceStatusLine() {
  const status = useVoiceStatus();
  return (
    <p className={classes.line} data-phase={status.kind}>
      <Icon name="microphone" />
      {statusText(status)}
    </p>
  );
}
