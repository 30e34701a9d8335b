/** Listening for the wake word: starts, restarts, gives the microphone away and back. */

import { voiceLimits } from "#content/limits.ts";
import { voiceMessages as SAYS } from "#content/messages.ts";
import type { Engine } from "./engine-choice.ts";
import type { PowerPolicy } from "./power-policy.ts";
import { type Heard, matchWake, remember } from "./wake-match.ts";

/** Pauses before a start after 0, 1, 2 .. failures in a row, in milliseconds. */
export const BACK_OFF_MS = [voiceLimits.restartMs, 1_000, 5_000, 30_000] as const;
/** An engine that has not begun after this long hangs (milliseconds). */
export const BEGIN_WITHIN_MS = 3_000;
/** A recogniser without any sign of life for this long hangs; it ends by itself after 8 to 15 s. */
export const ALIVE_WITHIN_MS = 20_000;

/**
 * `off`: not wanted; `starting`, `listening`; `waiting`: pausing before the next start;
 * `held`: something else has the microphone; `stuck`: wanted, but it cannot be.
 */
export type VoicePhase = "off" | "starting" | "listening" | "waiting" | "held" | "stuck";

export interface VoiceState {
  readonly phase: VoicePhase;
  readonly engine: Engine;
  readonly words: readonly string[];
  readonly heard: readonly Heard[];
  /** Failures in a row. */
  readonly failures: number;
  /** When the engine last showed life, in milliseconds. */
  readonly aliveAt: number;
  readonly error: string | null;
  readonly power: PowerPolicy;
}

export type VoiceEvent =
  | {
      readonly type: "switched-on";
      readonly engine: Engine;
      readonly words: readonly string[];
      readonly now: number;
    }
  | { readonly type: "switched-off" }
  | { readonly type: "began"; readonly now: number }
  | { readonly type: "heard"; readonly text: string; readonly now: number }
  | { readonly type: "spotted"; readonly phrase: string }
  | {
      readonly type: "failed";
      readonly code: string;
      readonly isDenied: boolean;
      readonly now: number;
    }
  | { readonly type: "ended"; readonly now: number }
  | { readonly type: "waited"; readonly now: number }
  | { readonly type: "watched"; readonly now: number }
  | { readonly type: "microphone-taken" }
  | { readonly type: "microphone-returned"; readonly now: number }
  | { readonly type: "battery-read"; readonly power: PowerPolicy }
  | { readonly type: "cleared" };

export type VoiceEffect =
  | { readonly type: "start" }
  | { readonly type: "stop" }
  | { readonly type: "wait"; readonly ms: number }
  | { readonly type: "announce"; readonly word: string };

export interface VoiceStep {
  readonly state: VoiceState;
  readonly effects: readonly VoiceEffect[];
}

export const VOICE_START: VoiceState = {
  phase: "off",
  engine: "none",
  words: [],
  heard: [],
  failures: 0,
  aliveAt: 0,
  error: null,
  power: { isLowPower: false, intervalMs: 1_000 },
};

/** Ended sessions of these codes are ordinary: silence, or our own stop (spec section 8). */
const ORDINARY = new Set(["no-speech", "aborted"]);
/** Codes after which starting again cannot help until something changes. */
const FINAL = new Set([
  "service-not-allowed",
  "language-not-supported",
  "audio-capture",
  "phrases-not-supported",
]);

/** The next state, and what must be done about it. */
export function nextVoice(state: VoiceState, event: VoiceEvent): VoiceStep {
  switch (event.type) {
    case "switched-on":
      return switchedOn(state, event);
    case "switched-off":
      return step({ ...VOICE_START, power: state.power }, { type: "stop" });
    case "began":
      return isRunning(state)
        ? step({ ...state, phase: "listening", aliveAt: event.now, error: null })
        : step(state);
    case "heard":
      return heard(state, event.text, event.now);
    case "spotted":
      return isRunning(state) ? matched(state, event.phrase) : step(state);
    case "failed":
      return failed(state, event);
    case "ended":
      return isRunning(state) ? pause(state) : step(state);
    case "waited":
      return state.phase === "waiting" ? start(state, event.now) : step(state);
    case "watched":
      return isHanging(state, event.now)
        ? pause({ ...state, failures: state.failures + 1 }, { type: "stop" })
        : step(state);
    case "microphone-taken":
      return state.phase === "off"
        ? step(state)
        : step({ ...state, phase: "held", heard: [] }, { type: "stop" });
    case "microphone-returned":
      return state.phase === "held" ? start({ ...state, heard: [] }, event.now) : step(state);
    case "battery-read":
      return step({ ...state, power: event.power });
    case "cleared":
      return step({ ...state, heard: [] });
  }
}

function switchedOn(
  state: VoiceState,
  event: Extract<VoiceEvent, { type: "switched-on" }>,
): VoiceStep {
  const fresh = { ...VOICE_START, power: state.power, engine: event.engine, words: event.words };
  if (event.engine === "none") return step({ ...fresh, phase: "stuck", error: SAYS.unsupported });
  return isRunning(state)
    ? step(
        { ...fresh, phase: "waiting" },
        { type: "stop" },
        { type: "wait", ms: voiceLimits.restartMs },
      )
    : start(fresh, event.now);
}

function heard(state: VoiceState, text: string, now: number): VoiceStep {
  if (!isRunning(state)) return step(state);
  const kept = remember(state.heard, text, now);
  const word = matchWake(kept, state.words);
  return word === null
    ? step({ ...state, heard: kept, aliveAt: now, failures: 0 })
    : matched(state, word);
}

/** The microphone goes to the recording; what was heard so far must not fire again afterwards. */
function matched(state: VoiceState, word: string): VoiceStep {
  return step(
    { ...state, phase: "held", heard: [], failures: 0 },
    { type: "stop" },
    { type: "announce", word },
  );
}

function failed(state: VoiceState, event: Extract<VoiceEvent, { type: "failed" }>): VoiceStep {
  // Whether a refusal is one is found out only after the session has ended.
  if (!isRunning(state) && state.phase !== "waiting") return step(state);
  if (ORDINARY.has(event.code)) return step({ ...state, aliveAt: event.now, failures: 0 });
  if (event.isDenied)
    return step({ ...state, phase: "stuck", error: SAYS.denied }, { type: "stop" });
  const error = SAYS.error(event.code);
  if (FINAL.has(event.code)) return step({ ...state, phase: "stuck", error }, { type: "stop" });
  return step({ ...state, aliveAt: event.now, failures: state.failures + 1, error });
}

function start(state: VoiceState, now: number): VoiceStep {
  return step({ ...state, phase: "starting", aliveAt: now }, { type: "start" });
}

/** Waits before the next start: longer after failures, and in low-power mode. */
function pause(state: VoiceState, ...before: VoiceEffect[]): VoiceStep {
  const afterFailures = BACK_OFF_MS[Math.min(state.failures, BACK_OFF_MS.length - 1)] ?? 0;
  const isBurst = state.power.isLowPower && state.engine !== "spotter";
  const ms = Math.max(afterFailures, isBurst ? state.power.intervalMs : 0);
  return step({ ...state, phase: "waiting" }, ...before, { type: "wait", ms });
}

function isRunning(state: VoiceState): boolean {
  return state.phase === "starting" || state.phase === "listening";
}

function isHanging(state: VoiceState, now: number): boolean {
  const silentMs = now - state.aliveAt;
  if (state.phase === "starting") return silentMs >= BEGIN_WITHIN_MS;
  // The spotter has nothing to say for hours; its frames are watched where they are counted.
  return state.phase === "listening" && state.engine !== "spotter" && silentMs >= ALIVE_WITHIN_MS;
}

function step(state: VoiceState, ...effects: VoiceEffect[]): VoiceStep {
  return { state, effects };
}
