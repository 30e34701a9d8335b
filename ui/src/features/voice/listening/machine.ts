/** Listening for a wake word as a pure machine: it starts, restarts, and gives the microphone away and back. */
import { voiceLimits } from "#content/limits.ts";
import type { Target } from "./engine.ts";
import type { PowerPolicy } from "./power-policy.ts";
import { type Heard, matchWake, remember } from "./wake-words.ts";

/** Pauses before a start after 0, 1, 2 .. failures in a row, in milliseconds. */
const BACK_OFF_MS = [voiceLimits.restartMs, 1_000, 5_000, 30_000] as const;
/** An engine that has not begun after this long (milliseconds) hangs. */
const BEGIN_WITHIN_MS = 3_000;
/** A recogniser without any sign of life for this long (milliseconds) hangs; it ends by itself after 8 to 15 s. */
const ALIVE_WITHIN_MS = 20_000;
/** How long the recording that follows a wake word may take to claim the microphone, in milliseconds. */
const CLAIM_MS = 5_000;

/**
 * `off`: not wanted. `starting`: an engine was asked for and does not hear yet. `listening`: it does.
 * `restarting`: between two sessions, which end by themselves, or after a failure.
 * `yielding`: a recording or a test has the microphone. `unavailable`: wanted, but it cannot be.
 */
export type VoicePhase =
  | "off"
  | "starting"
  | "listening"
  | "restarting"
  | "yielding"
  | "unavailable";

/** Why listening failed. */
export type VoiceProblem =
  | { readonly kind: "unsupported" }
  | { readonly kind: "denied" }
  /** An error of the engine, by its own code. */
  | { readonly kind: "engine"; readonly code: string };

/** What listening does now, and what it remembers. */
export interface VoiceState {
  readonly phase: VoicePhase;
  readonly target: Target;
  /** The number of the session that was started last; events of an earlier one change nothing. */
  readonly session: number;
  readonly heard: readonly Heard[];
  /** Failures in a row. */
  readonly failures: number;
  /** When the engine last showed life, in milliseconds. */
  readonly aliveAt: number;
  /** When the microphone was last given away, in milliseconds. */
  readonly yieldedAt: number;
  /** The last failure, until listening goes on. While `unavailable`, the reason for that. */
  readonly problem: VoiceProblem | null;
  readonly power: PowerPolicy;
}

/** What a session reports. */
export type SessionEvent =
  | { readonly type: "began" }
  | { readonly type: "heard"; readonly text: string }
  | { readonly type: "spotted"; readonly phrase: string }
  | { readonly type: "failed"; readonly code: string; readonly isDenied: boolean }
  | { readonly type: "ended" }
  /** The pause after it is over. */
  | { readonly type: "waited" };

/** Everything that can happen. */
export type VoiceEvent =
  | { readonly type: "switched-on"; readonly target: Target }
  | { readonly type: "switched-off" }
  | (SessionEvent & { readonly session: number })
  /** Looked at regularly: a hanging engine, and a microphone that became free. */
  | { readonly type: "watched"; readonly isMicrophoneFree: boolean }
  | { readonly type: "microphone-taken" }
  | { readonly type: "battery-read"; readonly power: PowerPolicy };

/** What the machine asks for. */
export type VoiceEffect =
  | { readonly type: "start"; readonly session: number }
  | { readonly type: "stop" }
  | { readonly type: "wait"; readonly session: number; readonly ms: number }
  | { readonly type: "announce"; readonly word: string };

/** The next state and its effects, in their order. */
export interface VoiceStep {
  readonly state: VoiceState;
  readonly effects: readonly VoiceEffect[];
}

/** Not listening. */
export const VOICE_START: VoiceState = {
  phase: "off",
  target: { engine: "none", words: [] },
  session: 0,
  heard: [],
  failures: 0,
  aliveAt: 0,
  yieldedAt: 0,
  problem: null,
  power: { isLowPower: false, intervalMs: 1_000 },
};

/** Sessions end with these codes after silence, or when they are stopped: that is no failure. */
const ORDINARY = new Set(["no-speech", "aborted"]);
/** Codes after which starting again cannot help until something changes. */
const FINAL = new Set([
  "service-not-allowed",
  "language-not-supported",
  "audio-capture",
  "phrases-not-supported",
]);

/** The next state and its effects; `now` is the monotonic clock, in milliseconds. */
export function nextVoice(state: VoiceState, event: VoiceEvent, now: number): VoiceStep {
  if ("session" in event && event.session !== state.session) return step(state);
  switch (event.type) {
    case "switched-on":
      return switchedOn(state, event.target, now);
    case "switched-off":
      return step(reset(state), { type: "stop" });
    case "began":
      return isRunning(state)
        ? step({ ...state, phase: "listening", aliveAt: now, problem: null })
        : step(state);
    case "heard":
      return heard(state, event.text, now);
    case "spotted":
      return isRunning(state) ? matched(state, event.phrase, now) : step(state);
    case "failed":
      return failed(state, event, now);
    case "ended":
      return isRunning(state) ? pause(state) : step(state);
    case "waited":
      return state.phase === "restarting" ? start(state, now) : step(state);
    case "watched":
      return watched(state, event.isMicrophoneFree, now);
    case "microphone-taken":
      return state.phase === "off" || state.phase === "unavailable"
        ? step(state)
        : step(yielding(state, now), { type: "stop" });
    case "battery-read":
      return step({ ...state, power: event.power });
  }
}

/** Nothing heard, nothing failed. */
const reset = ({ session, power }: VoiceState): VoiceState => ({ ...VOICE_START, session, power });

function switchedOn(state: VoiceState, target: Target, now: number): VoiceStep {
  const fresh = { ...reset(state), target };
  if (target.engine === "none") {
    const stop: VoiceEffect[] = isRunning(state) ? [{ type: "stop" }] : [];
    return step({ ...fresh, phase: "unavailable", problem: { kind: "unsupported" } }, ...stop);
  }
  return isRunning(state)
    ? step(
        { ...fresh, phase: "restarting" },
        { type: "stop" },
        { type: "wait", session: state.session, ms: voiceLimits.restartMs },
      )
    : start(fresh, now);
}

function heard(state: VoiceState, text: string, now: number): VoiceStep {
  if (!isRunning(state)) return step(state);
  const kept = remember(state.heard, text, now);
  const word = matchWake(kept, state.target.words);
  return word === null
    ? step({ ...state, heard: kept, aliveAt: now, failures: 0 })
    : matched(state, word, now);
}

/** The microphone goes to somebody else; what was heard so far must not start anything afterwards. */
const yielding = (state: VoiceState, now: number): VoiceState => ({
  ...state,
  phase: "yielding",
  heard: [],
  yieldedAt: state.phase === "yielding" ? state.yieldedAt : now,
});

/** The microphone goes to the recording. */
function matched(state: VoiceState, word: string, now: number): VoiceStep {
  return step(
    { ...yielding(state, now), failures: 0 },
    { type: "stop" },
    { type: "announce", word },
  );
}

function failed(
  state: VoiceState,
  { code, isDenied }: Extract<SessionEvent, { type: "failed" }>,
  now: number,
): VoiceStep {
  // Whether a refusal is one is found out only after the session has ended.
  if (!isRunning(state) && state.phase !== "restarting") return step(state);
  if (ORDINARY.has(code)) return step({ ...state, aliveAt: now, failures: 0 });
  const problem: VoiceProblem = isDenied ? { kind: "denied" } : { kind: "engine", code };
  if (isDenied || FINAL.has(code)) {
    return step({ ...state, phase: "unavailable", problem }, { type: "stop" });
  }
  return step({ ...state, aliveAt: now, failures: state.failures + 1, problem });
}

function watched(state: VoiceState, isMicrophoneFree: boolean, now: number): VoiceStep {
  if (isHanging(state, now)) {
    return pause({ ...state, failures: state.failures + 1 }, { type: "stop" });
  }
  const isReturned =
    state.phase === "yielding" && isMicrophoneFree && CLAIM_MS <= now - state.yieldedAt;
  return isReturned ? start({ ...state, heard: [] }, now) : step(state);
}

function start(state: VoiceState, now: number): VoiceStep {
  const session = state.session + 1;
  return step({ ...state, phase: "starting", session, aliveAt: now }, { type: "start", session });
}

/** Waits before the next start: longer after failures, and in low-power mode. */
function pause(state: VoiceState, ...before: VoiceEffect[]): VoiceStep {
  const afterFailures = BACK_OFF_MS[Math.min(state.failures, BACK_OFF_MS.length - 1)] ?? 0;
  const isBurst = state.power.isLowPower && state.target.engine !== "spotter";
  const ms = Math.max(afterFailures, isBurst ? state.power.intervalMs : 0);
  const { session } = state;
  return step({ ...state, phase: "restarting" }, ...before, { type: "wait", session, ms });
}

function isRunning({ phase }: VoiceState): boolean {
  return phase === "starting" || phase === "listening";
}

function isHanging({ phase, aliveAt, target }: VoiceState, now: number): boolean {
  const silentMs = now - aliveAt;
  if (phase === "starting") return silentMs >= BEGIN_WITHIN_MS;
  // The spotter has nothing to say for hours; its session watches the frames that it counts.
  return phase === "listening" && target.engine !== "spotter" && silentMs >= ALIVE_WITHIN_MS;
}

function step(state: VoiceState, ...effects: VoiceEffect[]): VoiceStep {
  return { state, effects };
}
