/** What listening does now, for screens that somebody may see over her shoulder: no line has the words themselves. */

import { Icon } from "#components/icon.tsx";
import { settingsRecord } from "#store/settings/settings.ts";
import { heardAs, isHearing } from "./listening/heard-text.ts";
import type { Target, VoiceState } from "./listening/state.ts";
import { statusText, type VoiceStatus } from "./listening/status.ts";
import classes from "./listening-note.module.css";
import { useVoice, useVoiceStatus } from "./use-voice.ts";

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

/** One line on the heart monitor, with the real state: "on" is shown only while something is heard. */
export function VoiceStatusLine() {
  const status = useVoiceStatus();
  return (
    <p className={classes.line} data-phase={status.kind}>
      <Icon name="microphone" />
      {statusText(status)}
    </p>
  );
}
