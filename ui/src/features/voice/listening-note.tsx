/** What listening does now, for screens that somebody may see over her shoulder: neither line has the words themselves. */
import { useSyncExternalStore } from "react";
import { voiceMessages } from "#content/messages.ts";
import { heardAs, isHearing } from "./listening/heard-text.ts";
import { type Target, type VoiceState, voiceLoadFailed } from "./listening/state.ts";
import { voiceStatus } from "./listening/status.ts";
import { useVoice } from "./use-voice.ts";
import classes from "./voice-status-line.module.css";

/** What is heard. */
const KINDS: Readonly<Record<Target["kind"], string>> = {
  "safe-word": "safe word",
  phrases: "the built-in phrases",
  trained: "the trained phrase",
};

/** What listening does, in a few words. */
function wordsFor(voice: VoiceState): string {
  const status = voiceStatus(voice);
  if (isHearing(status)) return `Listening for ${heardAs(voice, KINDS)}`;
  if (status.kind === "starting") return status.reason ?? "Starting to listen";
  return "reason" in status ? `Not listening: ${status.reason}` : "Off";
}

/** Shows nothing while listening is off. */
export function ListeningNote() {
  const voice = useVoice();
  if (voiceStatus(voice).kind === "off") return null;
  return (
    <p className={classes.line} role="status">
      {wordsFor(voice)}
    </p>
  );
}

/** The same for a row of the settings, also while it is off; `isWanted` is whether the person switched it on. */
export function ListeningLine({ isWanted }: { readonly isWanted: boolean }) {
  const voice = useVoice();
  const isMissing = useSyncExternalStore(
    voiceLoadFailed.subscribe,
    voiceLoadFailed.get,
    () => false,
  );
  if (!isWanted || voiceStatus(voice).kind !== "off") return wordsFor(voice);
  return isMissing ? `Not listening: ${voiceMessages.notLoaded}` : "Starting to listen";
}
