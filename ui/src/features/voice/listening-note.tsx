/** What listening does now, for screens that somebody may see over her shoulder: neither line has the words themselves. */
import { settingsRecord } from "#store/settings/settings.ts";
import { heardAs, isHearing } from "./listening/heard-text.ts";
import type { Target, VoiceState } from "./listening/state.ts";
import type { VoiceStatus } from "./listening/status.ts";
import { useVoice, useVoiceStatus } from "./use-voice.ts";
import classes from "./voice-status-line.module.css";

/** What is heard. */
const KINDS: Readonly<Record<Target["kind"], string>> = {
  "safe-word": "safe word",
  phrases: "the built-in phrases",
  trained: "the trained phrase",
};

/** What listening does, in a few words. */
function wordsFor(voice: VoiceState, status: VoiceStatus): string {
  if (isHearing(status)) return `Listening for ${heardAs(voice, KINDS)}`;
  if (status.kind === "starting") return status.reason ?? "Starting to listen";
  return "reason" in status ? `Not listening: ${status.reason}` : "Off";
}

/** Shows nothing while listening is off. */
export function ListeningNote() {
  const voice = useVoice();
  const status = useVoiceStatus();
  if (status.kind === "off") return null;
  return (
    <p className={classes.line} role="status">
      {wordsFor(voice, status)}
    </p>
  );
}

/** The same for a row of the settings, also while it is off. */
export function ListeningLine() {
  const { isListeningEnabled: isWanted } = settingsRecord.use();
  const voice = useVoice();
  const status = useVoiceStatus();
  return isWanted && status.kind === "off" ? "Starting to listen" : wordsFor(voice, status);
}
