/** One line on the heart monitor that says what listening does, in words for anybody's eyes. */
import { Icon } from "#components/icon.tsx";
import type { VoicePhase } from "./listening/machine.ts";
import { useVoice } from "./use-voice.ts";
import classes from "./voice-status-line.module.css";

const WORDS: Record<VoicePhase, string> = {
  off: "Voice control off",
  starting: "Voice control starting",
  listening: "Voice control on",
  waiting: "Voice control on",
  held: "Voice control paused",
  stuck: "Voice control unavailable",
};

/** The real state: a browser that cannot listen never reads "on". */
export function VoiceStatusLine() {
  const { phase } = useVoice();
  return (
    <p className={classes.line} data-phase={phase}>
      <Icon name="microphone" />
      {WORDS[phase]}
    </p>
  );
}
