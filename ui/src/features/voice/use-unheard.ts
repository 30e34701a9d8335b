/** What to say where listening is switched on and nothing is heard. */
import { settingsRecord } from "#store/settings/settings.ts";
import { isHearing } from "./listening/heard-text.ts";
import type { Target } from "./listening/state.ts";
import type { VoiceStatus } from "./listening/status.ts";
import { useVoice, useVoiceStatus } from "./use-voice.ts";

/** What helps. A phrase of one's own needs neither the browser's speech recognition nor a connection. */
function helpFor({ kind }: VoiceStatus, { missing }: Target): string {
  if (kind === "paused") return "It goes on by itself.";
  return missing === null || missing === "safe-word" || missing === "spotter"
    ? "Until then, start an emergency by hand."
    : "Train a phrase in Voice Management. Until then, start an emergency by hand.";
}

/** That nothing is heard, why, and what to do; null while something is heard or listening is switched off. */
export function useUnheard(): string | null {
  const isWanted = settingsRecord.use().isListeningEnabled;
  const { target } = useVoice();
  const status = useVoiceStatus();
  if (!isWanted || isHearing(status)) return null;
  const reason = "reason" in status ? status.reason : null;
  if (reason === null) return "Voice monitoring is starting: nothing is heard yet.";
  const said = `Voice monitoring hears nothing now. ${reason.replace(/\.$/, "")}.`;
  return status.kind === "starting" ? said : `${said} ${helpFor(status, target)}`;
}
