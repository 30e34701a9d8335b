/** What screens say about listening, from its state alone. */
import { voiceLimits } from "#content/limits.ts";
import { voiceMessages } from "#content/messages.ts";
import type { VoiceProblem, VoiceState } from "./state.ts";

/** Whether something is heard now, and if not, why. */
export type VoiceStatus =
  | { readonly kind: "off" | "listening" }
  /** `reason` says what it waits for, when that is more than a moment. */
  | { readonly kind: "starting"; readonly reason: string | null }
  /** It goes on by itself. */
  | { readonly kind: "paused"; readonly reason: string }
  /** Something must change first. */
  | { readonly kind: "cannot"; readonly reason: string };

/** The status for a screen: listening while anything is heard. */
export function voiceStatus(state: VoiceState): VoiceStatus {
  const status = sessionStatus(state);
  return status.kind !== "off" && state.sharing.isHearing ? { kind: "listening" } : status;
}

/** The status of the session's own engine. Between two sessions that follow each other at once it is listening. */
export function sessionStatus(state: VoiceState): VoiceStatus {
  const { phase, problem } = state;
  switch (phase) {
    case "off":
    case "listening":
      return { kind: phase };
    case "starting":
      if (state.isAsking) return { kind: "starting", reason: voiceMessages.asking };
      if (problem !== null) return paused(problem);
      // Not said anew each time that a session follows another: a screen reader would say it aloud.
      return state.isGoingOn ? { kind: "listening" } : { kind: "starting", reason: null };
    case "restarting":
      if (problem !== null) return paused(problem);
      if (state.pauseMs > voiceLimits.restartMs) {
        return { kind: "paused", reason: voiceMessages.bursts };
      }
      return state.isGoingOn ? { kind: "listening" } : { kind: "starting", reason: null };
    case "deaf":
      return paused(problem ?? { kind: "silent" });
    case "yielding":
      return { kind: "paused", reason: voiceMessages.yielding };
    case "unavailable":
      return { kind: "cannot", reason: problemText(problem) };
  }
}

/** A problem that only the person can end is no pause, even while it is tried again. */
function paused(problem: VoiceProblem): VoiceStatus {
  const isPersons = problem.kind === "denied" || problem.kind === "no-microphone";
  return { kind: isPersons ? "cannot" : "paused", reason: problemText(problem) };
}

/** The heart monitor's line, in words that give nothing away. */
export function statusText(status: VoiceStatus): string {
  switch (status.kind) {
    case "off":
      return "Voice control off";
    case "starting":
      return status.reason === null ? "Voice control starting" : `Voice control: ${status.reason}`;
    case "listening":
      return "Voice control on";
    case "paused":
      return `Voice control paused - ${status.reason}`;
    case "cannot":
      return `Voice control unavailable - ${status.reason}`;
  }
}

const texts = {
  denied: voiceMessages.denied,
  busy: voiceMessages.busy,
  "no-microphone": voiceMessages.noMicrophone,
  silent: voiceMessages.silent,
  muted: voiceMessages.muted,
  lost: voiceMessages.lost,
  hanging: voiceMessages.hanging,
} as const;

const missing = {
  recognition: voiceMessages.unsupported,
  connection: voiceMessages.offline,
  phrase: voiceMessages.noPhrase,
  "safe-word": voiceMessages.shortWord,
} as const;

/** Why nothing is heard, for the person. */
export function problemText(problem: VoiceProblem | null): string {
  if (problem === null) return voiceMessages.unsupported;
  switch (problem.kind) {
    case "missing":
      return missing[problem.what];
    case "engine":
      return voiceMessages.error(problem.code);
    default:
      return texts[problem.kind];
  }
}
