/** Claims about listening: told as stories of events. */
import { expect, test } from "vitest";
import {
  nextVoice,
  VOICE_START,
  type VoiceEffect,
  type VoiceEvent,
  type VoiceState,
} from "./machine.ts";

const on: VoiceEvent = {
  type: "switched-on",
  engine: "recognition-remote",
  words: ["emergency help"],
  now: 0,
};
const began = (now = 0): VoiceEvent => ({ type: "began", now });
const ended = (now = 0): VoiceEvent => ({ type: "ended", now });
const hears = (text: string, now = 0): VoiceEvent => ({ type: "heard", text, now });
const fails = (code: string, isDenied = false): VoiceEvent => ({
  type: "failed",
  code,
  isDenied,
  now: 0,
});
const battery = (isLowPower: boolean): VoiceEvent => ({
  type: "battery-read",
  power: { isLowPower, intervalMs: isLowPower ? 5_000 : 1_000 },
});

/** Plays the events and returns the last state with the effects of the last event. */
function play(...events: VoiceEvent[]) {
  let state: VoiceState = VOICE_START;
  let effects: readonly VoiceEffect[] = [];
  for (const event of events) ({ state, effects } = nextVoice(state, event));
  return { state, effects };
}

test("recognition that ended is started again after 100 ms", () => {
  const after = play(on, began(), ended());
  expect(after.effects).toEqual([{ type: "wait", ms: 100 }]);
  expect(nextVoice(after.state, { type: "waited", now: 100 }).effects).toEqual([{ type: "start" }]);
});

test("silence and our own stop are no errors", () => {
  for (const code of ["no-speech", "aborted"]) {
    const after = play(on, began(), fails(code), ended());
    expect(after.state.error).toBeNull();
    expect(after.effects).toEqual([{ type: "wait", ms: 100 }]);
  }
});

test("failures in a row are answered ever more slowly, up to 30 s", () => {
  const round: VoiceEvent[] = [fails("network"), ended(), { type: "waited", now: 0 }];
  const waits = [1, 2, 3, 4].map(
    (rounds) =>
      play(
        on,
        ...Array.from({ length: rounds }, () => round)
          .flat()
          .slice(0, -1),
      ).effects,
  );
  expect(waits).toEqual([1_000, 5_000, 30_000, 30_000].map((ms) => [{ type: "wait", ms }]));
});

test("something heard ends a row of failures", () => {
  const after = play(
    on,
    fails("network"),
    ended(),
    { type: "waited", now: 0 },
    began(),
    hears("hello"),
    ended(),
  );
  expect(after.effects).toEqual([{ type: "wait", ms: 100 }]);
});

test("an error names its code in the spec's words", () => {
  expect(play(on, fails("network")).state.error).toBe("Speech recognition error: network");
});

test("a denied microphone stops the loop and says so", () => {
  const after = play(on, fails("not-allowed", true), ended());
  expect(after.state).toMatchObject({ phase: "stuck", error: "Microphone access denied" });
  expect(after.effects).toEqual([]);
});

test("a busy recogniser that only looks denied is tried again", () => {
  expect(play(on, fails("not-allowed"), ended()).effects).toEqual([{ type: "wait", ms: 1_000 }]);
});

test.each(["service-not-allowed", "language-not-supported", "audio-capture"])(
  "%s does not become a hot loop",
  (code) => {
    const after = play(on, fails(code), ended());
    expect(after.state.phase).toBe("stuck");
    expect(after.effects).toEqual([]);
  },
);

test("the wake word frees the microphone before it is announced, once", () => {
  const after = play(on, began(), hears("EMERGENCY"), hears("help me"));
  expect(after.effects).toEqual([{ type: "stop" }, { type: "announce", word: "emergency help" }]);
  expect(nextVoice(after.state, hears("emergency help")).effects).toEqual([]);
});

test("nothing starts while the recording has the microphone, and what was heard before is forgotten", () => {
  const held = play(on, began(), hears("emergency"), { type: "microphone-taken" }, ended());
  expect(held.state.phase).toBe("held");
  expect(held.effects).toEqual([]);
  const back = nextVoice(held.state, { type: "microphone-returned", now: 5 });
  expect(back.effects).toEqual([{ type: "start" }]);
  expect(back.state.heard).toEqual([]);
});

test("an engine that never begins is stopped and tried again", () => {
  expect(play(on, { type: "watched", now: 2_999 }).effects).toEqual([]);
  expect(play(on, { type: "watched", now: 3_000 }).effects).toEqual([
    { type: "stop" },
    { type: "wait", ms: 1_000 },
  ]);
});

test("a recogniser without a sign of life for 20 s is started afresh", () => {
  expect(play(on, began(0), { type: "watched", now: 20_000 }).effects).toContainEqual({
    type: "stop",
  });
});

test("the spotter may be silent for hours", () => {
  const spotter: VoiceEvent = { type: "switched-on", engine: "spotter", words: [], now: 0 };
  expect(play(spotter, began(0), { type: "watched", now: 7_200_000 }).effects).toEqual([]);
});

test("in low-power mode recognition pauses 5 s between bursts; the spotter listens on", () => {
  expect(play(battery(true), on, began(), ended()).effects).toEqual([{ type: "wait", ms: 5_000 }]);
  const spotter: VoiceEvent = { type: "switched-on", engine: "spotter", words: [], now: 0 };
  expect(play(battery(true), spotter, began(), ended()).effects).toEqual([
    { type: "wait", ms: 100 },
  ]);
});

test("the switch stops everything, and late events of the engine change nothing", () => {
  const off = play(on, began(), { type: "switched-off" });
  expect(off.effects).toEqual([{ type: "stop" }]);
  for (const event of [
    began(),
    ended(),
    hears("emergency help"),
    fails("network"),
    { type: "waited", now: 9 } as const,
  ]) {
    expect(nextVoice(off.state, event)).toEqual({ state: off.state, effects: [] });
  }
});

test("a device that cannot listen says so instead of trying", () => {
  const after = play({ ...on, engine: "none" } as VoiceEvent);
  expect(after.effects).toEqual([]);
  expect(after.state.error).toBe("Speech recognition not supported in this browser");
});
