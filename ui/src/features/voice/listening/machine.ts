/** Listening for a wake word as a pure machine: its engine starts, restarts, and gives the microphone away and back. */
import { voiceLimits } from "#content/limits.ts";
import type { SessionEvent, VoiceEffect, VoiceEvent, VoiceStep } from "./events.ts";
import { isBesideOpen } from "./sharing.ts";
import {
  isInBursts,
  type Target,
  VOICE_START,
  type VoiceProblem,
  type VoiceState,
} from "./state.ts";
import { matchWake, remember } from "./wake-words.ts";

/** Pauses before a start after 0, 1, 2 .. failures in a row, in milliseconds. */
const BACK_OFF_MS = [voiceLimits.restartMs, 1_000, 5_000, 30_000] as const;
/** An engine that has not begun after this long (milliseconds) hangs. */
const BEGIN_WITHIN_MS = 3_000;
/** How long the person may think about the browser's question for the microphone, in milliseconds. */
const ASKING_MS = 120_000;
/** A recogniser without any sign of life for this long (milliseconds) hangs; it ends by itself after 8 to 15 s. */
const ALIVE_WITHIN_MS = 20_000;
/** After this long without a sign of life (milliseconds) an engine is started afresh when the person comes back. */
const QUIET_MS = 10_000;
/** How long the recording that follows a wake word may take to claim the microphone, in milliseconds. */
const CLAIM_MS = 5_000;

/** Sessions end with these codes after silence, or when they are stopped: that is no failure. */
const ORDINARY = new Set(["no-speech", "aborted"]);
/** Codes after which only a change outside helps: they are tried again rarely, and when the person comes back. */
const FINAL = new Set([
  "service-not-allowed",
  "language-not-supported",
  "no-microphone",
  "phrases-not-supported",
]);

/** The next state and its effects as far as the session's own engine goes; `now` as in `nextVoice`. */
export function nextSession(state: VoiceState, event: VoiceEvent, now: number): VoiceStep {
  if ("session" in event && event.session !== state.session) return step(state);
  switch (event.type) {
    case "switched-on":
      return switchedOn(state, event.target, now);
    case "switched-off":
      return state.phase === "off"
        ? step({ ...state, target: event.target })
        : step({ ...reset(state), isScreenKept: null, target: event.target }, { type: "stop" });
    case "alive":
      return isRunning(state) ? step(alive(state, event.peak, now)) : step(state);
    case "asking":
      return step({ ...state, isAsking: state.phase === "starting" });
    case "muted":
      return isRunning(state) ? step(muted(state, event.isMuted, now)) : step(state);
    case "heard":
      return heard(state, event, now);
    case "spotted":
      return isRunning(state) ? matched(state, event.phrase, now) : step(state);
    case "beside-spotted":
      return isBesideOpen(state.sharing) ? matched(state, event.phrase, now) : step(state);
    case "sensed":
    case "beside-alive":
    case "beside-ended":
      return step(state);
    case "failed":
      return failed(state, event, now);
    case "ended":
      return isRunning(state) ? pause({ ...state, isGoingOn: isHeard(state) }) : step(state);
    case "waited":
      return isWaiting(state) ? start(state, now) : step(state);
    case "watched":
      return watched(state, event.isMicrophoneFree, now);
    case "returned":
      return returned(state, now);
    case "microphone-taken":
      return state.phase === "off" ||
        (state.phase === "unavailable" && !isBesideOpen(state.sharing))
        ? step(state)
        : step(yielding(state, now), { type: "stop" });
    case "battery-read":
      return step({ ...state, power: event.power });
    case "screen-answered":
      return step(state.phase === "off" ? state : { ...state, isScreenKept: event.isKept });
  }
}

/** Nothing heard, nothing failed. */
const reset = ({ session, power, target, isScreenKept, sharing }: VoiceState): VoiceState => ({
  ...VOICE_START,
  isScreenKept,
  sharing,
  session,
  power,
  target,
});

function switchedOn(state: VoiceState, target: Target, now: number): VoiceStep {
  const fresh = { ...reset(state), target };
  const isOpen = isRunning(state) || isBesideOpen(state.sharing);
  const stop: VoiceEffect[] = isOpen ? [{ type: "stop" }] : [];
  if (target.missing !== null) {
    const problem: VoiceProblem = { kind: "missing", what: target.missing };
    return step({ ...fresh, phase: "unavailable", problem }, ...stop);
  }
  return stop.length > 0 ? pause(fresh, ...stop) : start(fresh, now);
}

function alive(state: VoiceState, peak: number | null, now: number): VoiceState {
  const living: VoiceState = { ...state, aliveAt: now, isAsking: false };
  if (peak !== 0) {
    // A measured level that goes on ends a row of failures; recognition shows that it works by what it hears.
    const isSteady = peak !== null && state.phase === "listening";
    const failures = isSteady ? 0 : state.failures;
    return { ...living, phase: "listening", soundAt: now, problem: null, failures };
  }
  // A microphone may be quiet for a moment, but the sound of a room is never zero for long.
  if (isDeaf(state.problem) || voiceLimits.silentMs <= now - state.soundAt) {
    return deaf(living, state.problem?.kind === "muted" ? "muted" : "silent", now);
  }
  return { ...living, phase: "listening", problem: null };
}

function muted(state: VoiceState, isMuted: boolean, now: number): VoiceState {
  if (isMuted) return deaf(state, "muted", now);
  return state.problem?.kind === "muted"
    ? { ...state, phase: "listening", problem: null, soundAt: now }
    : state;
}

function deaf(state: VoiceState, kind: "muted" | "silent", now: number): VoiceState {
  const deafAt = state.phase === "deaf" ? state.deafAt : now;
  return { ...state, phase: "deaf", problem: { kind }, deafAt };
}

const isDeaf = (problem: VoiceProblem | null) =>
  problem?.kind === "silent" || problem?.kind === "muted";

type Heard = Extract<SessionEvent, { type: "heard" }>;

function heard(state: VoiceState, { text, isMention }: Heard, now: number): VoiceStep {
  if (!isRunning(state)) return step(state);
  const kept = remember(state.heard, text, now);
  const word = matchWake(kept, state.target.words, isMention);
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
  const problem = problemOf(code, isDenied);
  if (!isDenied && !FINAL.has(code)) {
    return step({ ...state, aliveAt: now, failures: state.failures + 1, problem });
  }
  const { session } = state;
  return step(
    { ...state, phase: "unavailable", isAsking: false, problem },
    { type: "stop-session" },
    { type: "wait", session, ms: voiceLimits.retryMs },
  );
}

const KINDS: Readonly<Record<string, "busy" | "no-microphone" | "lost" | "hanging">> = {
  "audio-capture": "busy",
  "audio-lost": "lost",
  "audio-stalled": "hanging",
  "no-microphone": "no-microphone",
  // The permission itself is not refused: another app has the recogniser.
  "not-allowed": "busy",
};

function problemOf(code: string, isDenied: boolean): VoiceProblem {
  const kind = isDenied ? "denied" : KINDS[code];
  return kind === undefined ? { kind: "engine", code } : { kind };
}

function watched(state: VoiceState, isMicrophoneFree: boolean, now: number): VoiceStep {
  if (isHanging(state, now)) {
    const known = isDeaf(state.problem) ? state.problem : null;
    const problem: VoiceProblem = known ?? { kind: "hanging" };
    return pause({ ...state, failures: state.failures + 1, problem }, { type: "stop-session" });
  }
  const isReturned =
    state.phase === "yielding" && isMicrophoneFree && CLAIM_MS <= now - state.yieldedAt;
  return isReturned ? start({ ...state, heard: [] }, now) : step(state);
}

/** Tries at once what would be tried later, and what may have died unnoticed while the page was hidden. */
function returned(state: VoiceState, now: number): VoiceStep {
  if (isWaiting(state)) return start(state, now);
  const isStale = state.phase === "listening" && QUIET_MS <= now - state.aliveAt;
  if (state.phase !== "deaf" && !isStale) return step(state);
  const next = start(state, now);
  return step(next.state, { type: "stop-session" }, ...next.effects);
}

/** A microphone that was silent or muted stays so until it delivers something. */
function start(state: VoiceState, now: number): VoiceStep {
  const session = state.session + 1;
  const soundAt = isDeaf(state.problem) ? state.soundAt : now;
  const isGoingOn = state.phase === "restarting" && state.isGoingOn;
  return step(
    { ...state, phase: "starting", session, aliveAt: now, soundAt, isAsking: false, isGoingOn },
    { type: "start", session },
  );
}

/** Waits before the next start: longer after failures, and in low-power mode. */
function pause(state: VoiceState, ...before: VoiceEffect[]): VoiceStep {
  const afterFailures = BACK_OFF_MS[Math.min(state.failures, BACK_OFF_MS.length - 1)] ?? 0;
  const pauseMs = Math.max(afterFailures, isInBursts(state) ? state.power.intervalMs : 0);
  const { session } = state;
  return step({ ...state, phase: "restarting", pauseMs, isAsking: false }, ...before, {
    type: "wait",
    session,
    ms: pauseMs,
  });
}

/** Whether sound is heard, or was until the session that is being replaced ended. */
function isHeard({ phase, isGoingOn, problem }: VoiceState): boolean {
  return problem === null && (phase === "listening" || (phase === "starting" && isGoingOn));
}

function isRunning({ phase }: VoiceState): boolean {
  return phase === "starting" || phase === "listening" || phase === "deaf";
}

/** Whether the next session begins by itself after a while. */
function isWaiting({ phase, target }: VoiceState): boolean {
  return phase === "restarting" || (phase === "unavailable" && target.missing === null);
}

function isHanging(state: VoiceState, now: number): boolean {
  const silentMs = now - state.aliveAt;
  switch (state.phase) {
    case "starting":
      return silentMs >= (state.isAsking ? ASKING_MS : BEGIN_WITHIN_MS);
    case "deaf":
      return now - state.deafAt >= voiceLimits.deafMs;
    // The spotter's session watches its own signs of life.
    case "listening":
      return state.target.engine !== "spotter" && silentMs >= ALIVE_WITHIN_MS;
    default:
      return false;
  }
}

function step(state: VoiceState, ...effects: VoiceEffect[]): VoiceStep {
  return { state, effects };
}
