/** The one answer to whether sound is recorded: what every screen and toast says of it comes from here. */
import { recordingLimits } from "#content/limits.ts";
import type { EmergencyState } from "./state.ts";

/** What can be said of the recording. */
export type RecordingClaim =
  | "recording"
  /** Sound arrives, but this phone does not store it. */
  | "not-saved"
  | "recording-elsewhere"
  /** Chunks arrive, and all they hold is digital silence. */
  | "no-sound"
  | "starting"
  | "not-recording";

/**
 * Whether sound is recorded now, from the newest chunk alone: a microphone that is open, or a tab that holds the
 * recorder's lock, proves nothing. Without a chunk it says only whether one can be expected.
 */
export function recordingClaim({
  recording,
  sound,
  isEvidenceKept,
}: EmergencyState): RecordingClaim {
  if (sound?.isFresh) {
    if (sound.silent >= recordingLimits.silentChunks) return "no-sound";
    if (sound.tab === "other") return "recording-elsewhere";
    return isEvidenceKept ? "recording" : "not-saved";
  }
  const isExpected = recording.phase === "starting" || (recording.phase === "on" && sound === null);
  return isExpected ? "starting" : "not-recording";
}
