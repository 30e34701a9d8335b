/** One line on the heart monitor that says what listening does, in words that give nothing away. */
import { Icon } from "#components/icon.tsx";
import { statusText } from "./listening/status.ts";
import { useVoice } from "./use-voice.ts";
import classes from "./voice-status-line.module.css";

/** Shows the real state: "on" is never shown by a browser that cannot listen. */
export function VoiceStatusLine() {
  const { phase } = useVoice();
  return (
    <p className={classes.line} data-phase={phase}>
      <Icon name="microphone" />
      {statusText(phase)}
    </p>
  );
}
