/** What screens say about listening, from its state alone. */
import { voiceMessages } from "#content/messages.ts";
import { isInBursts, type VoiceProblem, type VoiceState } from "./state.ts";

/** Whether something is heard now, and if not, why. */
export type VoiceStatus =
  /** `bursts`: it listens with pauses, to save the battery. */
  | { readonly kind: "off" | "listening" | "bursts" }
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

/** What sessions that follow each other are together. Of each nothing is said: a screen reader would say it aloud. */
const goingOn = (state: VoiceState): VoiceStatus => ({
  kind: isInBursts(state) ? "bursts" : "listening",
});

/** The status of the session's own engine. Between two sessions that follow each other by themselves it is listening. */
export function sessionStatus(state: VoiceState): VoiceStatus {
  const { phase, problem } = state;
  switch (phase) {
    case "off":
      return { kind: phase };
    case "listening":
      return goingOn(state);
    case "starting":
      if (state.isAsking) return { kind: "starting", reason: voiceMessages.asking };
      if (problem !== null) return paused(problem);
      return state.isGoingOn ? goingOn(state) : { kind: "starting", reason: null };
    case "restarting":
      if (problem !== null) return paused(problem);
      return state.isGoingOn ? goingOn(state) : { kind: "starting", reason: null };
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
    case "bursts":
      return "Voice control on, in short bursts";
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
  spotter: voiceMessages.noSpotter,
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
