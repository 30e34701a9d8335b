/** For tests of listening: its events with short names, and stories made of them. */
import type { SessionEvent, VoiceEffect, VoiceEvent } from "./events.ts";
import { isMention } from "./mentions.ts";
import { type Engine, type Heard, type Target, VOICE_START, type VoiceState } from "./state.ts";
import { problemText } from "./status.ts";
import { nextVoice } from "./two-engines.ts";
import { matchWake, remember, wakeWords } from "./wake-words.ts";

/** The built-in phrases, and the default safe word. */
export const builtIn = wakeWords({
  wakeWordMode: "smart_assistant",
  safeWord: "",
  smartAssistantTriggers: [],
});
export const help = wakeWords({
  wakeWordMode: "custom",
  safeWord: "Help",
  smartAssistantTriggers: [],
});

/** Whether one of the utterances, a second apart, starts an emergency. */
export function startsEmergency(words: readonly string[], utterances: readonly string[]): boolean {
  let heard: readonly Heard[] = [];
  return utterances.some((text, index) => {
    heard = remember(heard, text, index * 1_000);
    return matchWake(heard, words, isMention) !== null;
  });
}

/** An event at a time of the monotonic clock. */
export type Moment = readonly [event: VoiceEvent | SessionEvent, now: number];

export const targetOf = (engine: Engine, word = "emergency help"): Target => ({
  engine,
  words: [word],
  kind: "phrases",
  missing: engine === "none" ? "recognition" : null,
  beside: null,
  unheard: null,
});
export const on = (engine: Engine = "recognition-remote", now = 0): Moment => [
  { type: "switched-on", target: targetOf(engine), answer: null },
  now,
];
export const pulse = (peak: number | null, now: number): Moment => [{ type: "alive", peak }, now];
export const began = (now = 0): Moment => pulse(null, now);
export const mutes = (isMuted: boolean, now: number): Moment => [{ type: "muted", isMuted }, now];
export const returns = (now: number): Moment => [{ type: "returned" }, now];
export const ended = (now = 0): Moment => [{ type: "ended" }, now];
export const waited = (now = 0): Moment => [{ type: "waited" }, now];
export const hears = (text: string, now = 0): Moment => [{ type: "heard", text, isMention }, now];
export const fails = (code: string, isDenied = false): Moment => [
  { type: "failed", code, isDenied },
  0,
];
export const off: Moment = [{ type: "switched-off", target: targetOf("recognition-remote") }, 0];
export const taken = (now = 0): Moment => [{ type: "microphone-taken" }, now];
export const watched = (now: number, isMicrophoneFree = true): Moment => [
  { type: "watched", isMicrophoneFree },
  now,
];
export const battery = (isLowPower: boolean): Moment => [
  { type: "battery-read", power: { isLowPower, intervalMs: isLowPower ? 5_000 : 1_000 } },
  0,
];
const SESSION_EVENTS = "alive asking sensed muted heard spotted failed ended waited".split(" ");

/** Plays moments from a state; an event of a session is one of the session that was started last. */
export function playFrom(from: VoiceState, ...moments: readonly Moment[]) {
  let state = from;
  let effects: readonly VoiceEffect[] = [];
  for (const [event, now] of moments) {
    const { session } = state;
    const whole = SESSION_EVENTS.includes(event.type) ? { session, ...event } : event;
    ({ state, effects } = nextVoice(state, whole as VoiceEvent, now));
  }
  return { state, effects };
}
/** Plays moments, and returns the last state with the effects of the last event. */
export const play = (...moments: readonly Moment[]) => playFrom(VOICE_START, ...moments);
export const sentence = ({ problem }: VoiceState) =>
  problem === null ? null : problemText(problem);
export const waitOf = (session: number, ms: number) => [{ type: "wait", session, ms }];
