/** What listening does now: the vocabulary of its machine, and the page's current state for screens. */
import { observable } from "#platform/observable.ts";
import type { PowerPolicy } from "./power-policy.ts";
import { NOT_SHARED, type Sharing } from "./sharing.ts";

/**
 * `spotter`: our own, on the device; `recognition-local` and `recognition-remote`: the browser's,
 * on the device or through its speech service; `none`: nothing here can listen.
 */
export type Engine = "spotter" | "recognition-local" | "recognition-remote" | "none";

/** What is listened for, by which engine: the one answer, for the engines and for what screens say of them. */
export interface Target {
  readonly engine: Engine;
  /** The trained phrase for the spotter, the wake words for recognition; none without an engine. */
  readonly words: readonly string[];
  /** What these words are. */
  readonly kind: "phrases" | "safe-word" | "trained";
  /** Why nothing can be listened for; null while there is an engine. */
  readonly missing: "recognition" | "connection" | "phrase" | "spotter" | "safe-word" | null;
  /** The trained phrase, which the spotter hears beside recognition where this device lets both have the microphone. */
  readonly beside: string | null;
  /** Why the words are not heard where only the trained phrase is. */
  readonly unheard: "no-recognition" | "not-chosen" | null;
}

/**
 * `off`: not wanted. `starting`: an engine was asked for and does not hear yet. `listening`: it does.
 * `deaf`: it runs, and the microphone delivers nothing to it.
 * `restarting`: between two sessions, which end by themselves, or after a failure.
 * `yielding`: a recording or a test has the microphone. `unavailable`: wanted, but it cannot be.
 */
type VoicePhase =
  | "off"
  | "starting"
  | "listening"
  | "deaf"
  | "restarting"
  | "yielding"
  | "unavailable";

/** Why nothing is heard. */
export type VoiceProblem =
  /** Nothing on this device can listen for what was chosen. */
  | { readonly kind: "missing"; readonly what: NonNullable<Target["missing"]> }
  | { readonly kind: "denied" | "busy" | "no-microphone" | "silent" | "muted" | "lost" | "hanging" }
  /** An error of the engine, by its own code. */
  | { readonly kind: "engine"; readonly code: string };

/** A phrase that recognition understood, and when (milliseconds). */
export interface Heard {
  readonly text: string;
  readonly at: number;
}

/** What listening does now, and what it remembers. */
export interface VoiceState {
  readonly phase: VoicePhase;
  /** What is listened for, or would be while listening is off. */
  readonly target: Target;
  /** The number of the session that was started last; events of an earlier one change nothing. */
  readonly session: number;
  readonly heard: readonly Heard[];
  /** Failures in a row. */
  readonly failures: number;
  /** Whether the browser is asking the person for the microphone. */
  readonly isAsking: boolean;
  /** When the engine was started or last showed life, in milliseconds. */
  readonly aliveAt: number;
  /** When the microphone last delivered something else than silence, in milliseconds. */
  readonly soundAt: number;
  /** Since when it delivers nothing, in milliseconds. */
  readonly deafAt: number;
  /** Whether the session before was listening when it ended by itself, as sessions do after silence: so the next one goes on. */
  readonly isGoingOn: boolean;
  /** How long the pause before the next session is, in milliseconds. */
  readonly pauseMs: number;
  /** When the microphone was last given away, in milliseconds. */
  readonly yieldedAt: number;
  /** The last failure, until listening goes on. While `unavailable`, the reason for that. */
  readonly problem: VoiceProblem | null;
  readonly power: PowerPolicy;
  /** The spotter beside recognition. */
  readonly sharing: Sharing;
  /** Whether the browser keeps the screen on for listening; null until it answered. */
  readonly isScreenKept: boolean | null;
}

/** Not listening. Until the device was asked, it may be one that sends the sound somewhere. */
export const VOICE_START: VoiceState = {
  phase: "off",
  target: {
    engine: "recognition-remote",
    words: [],
    kind: "phrases",
    missing: null,
    beside: null,
    unheard: null,
  },
  session: 0,
  heard: [],
  failures: 0,
  isAsking: false,
  aliveAt: 0,
  soundAt: 0,
  deafAt: 0,
  isGoingOn: false,
  pauseMs: 0,
  yieldedAt: 0,
  problem: null,
  power: { isLowPower: false, intervalMs: 1_000 },
  sharing: NOT_SHARED,
  isScreenKept: null,
};

/** Whether listening saves power: sessions of recognition then have long pauses between them. */
export function isInBursts({ power, target }: VoiceState): boolean {
  return power.isLowPower && target.engine !== "spotter";
}

/** The page's state. The controller, which is loaded after the page's own code, sets it. */
export const pageVoiceState = observable(VOICE_START);

/** Whether the controller could not be loaded when that was last tried: then nothing listens, whatever is wanted. */
export const voiceLoadFailed = observable(false);
