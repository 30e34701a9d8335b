/** Claims about what screens say of listening, and about a microphone that delivers nothing. */
import { describe, expect, test } from "vitest";
import { problemText, statusText, voiceStatus } from "./status.ts";
import {
  battery,
  began,
  ended,
  fails,
  type Moment,
  mutes,
  off,
  on,
  play,
  playFrom,
  pulse,
  returns,
  taken,
  waited,
  waitOf,
  watched,
} from "./stories.ts";

describe("a microphone", () => {
  const zeros = (from: number, to: number) =>
    Array.from({ length: (to - from) / 500 + 1 }, (_, index) => pulse(0, from + index * 500));

  test("that delivers zeros for 25 s is silent until it delivers something else", () => {
    const almost = play(on("spotter"), pulse(0.1, 0), ...zeros(500, 24_500)).state;
    expect(voiceStatus(almost)).toEqual({ kind: "listening" });
    const silent = playFrom(almost, pulse(0, 25_000)).state;
    const reason = "No sound from the microphone";
    expect(voiceStatus(silent)).toEqual({ kind: "paused", reason });
    expect(voiceStatus(playFrom(silent, pulse(0.001, 25_500)).state)).toEqual({
      kind: "listening",
    });
  });

  test("that stays silent is opened again after 30 s, and does not count as heard by that", () => {
    const silent = play(on("spotter"), ...zeros(0, 25_000)).state;
    expect(playFrom(silent, watched(54_999)).effects).toEqual([]);
    const paused = playFrom(silent, watched(55_000));
    expect(paused.effects).toEqual([{ type: "stop-session" }, ...waitOf(1, 1_000)]);
    const again = playFrom(paused.state, ended(55_000), waited(56_000), pulse(0, 56_500)).state;
    expect([again.session, voiceStatus(again).kind]).toEqual([2, "paused"]);
    expect(voiceStatus(playFrom(again, pulse(0.2, 57_000)).state).kind).toBe("listening");
  });

  test("that the device mutes pauses listening until it is opened again", () => {
    const muted = play(on("spotter"), pulse(0.1, 0), mutes(true, 100), pulse(0, 500)).state;
    expect(voiceStatus(muted)).toEqual({ kind: "paused", reason: "The microphone is muted" });
    expect(voiceStatus(playFrom(muted, mutes(false, 900)).state)).toEqual({ kind: "listening" });
  });

  test("that the browser asks for is waited for, two minutes at most", () => {
    const asked = play(on("spotter"), [{ type: "asking" }, 0]).state;
    const reason = "Waiting for you to allow the microphone";
    expect(voiceStatus(asked)).toEqual({ kind: "starting", reason });
    expect(playFrom(asked, watched(119_999)).effects).toEqual([]);
    expect(playFrom(asked, watched(120_000)).effects).toContainEqual({
      type: "stop-session",
    });
  });

  test("whose level goes on after failures is a microphone that works", () => {
    const failed = play(on("spotter"), fails("audio-lost"), ended(), waited(), pulse(0.1, 0)).state;
    expect(failed.failures).toBe(1);
    expect(playFrom(failed, pulse(0.1, 500)).state.failures).toBe(0);
  });
});

test("coming back starts at once what would start later or may have died, and nothing else", () => {
  const starts = { type: "start", session: 2 };
  expect(play(on(), fails("network"), ended(), returns(10)).effects).toEqual([starts]);
  expect(play(on(), began(), returns(9_999)).effects).toEqual([]);
  expect(play(on(), began(), returns(10_000)).effects).toEqual([{ type: "stop-session" }, starts]);
  expect(play(on("none"), returns(10)).effects).toEqual([]);
  expect(play(off, returns(10)).effects).toEqual([]);
});

test("only what hears says that it does, and a pause says why", () => {
  const stories: Readonly<Record<string, readonly Moment[]>> = {
    "Voice control off": [off],
    "Voice control starting": [on()],
    "Voice control on": [on(), began()],
    "Voice control paused - A recording or a test uses the microphone": [on(), began(), taken()],
    "Voice control paused - Speech recognition error: network": [on(), fails("network"), ended()],
    "Voice control paused - Another app uses the microphone": [on(), fails("not-allowed"), ended()],
    "Voice control paused - The microphone does not answer": [on(), watched(3_000)],
    "Voice control on, in short bursts": [battery(true), on(), began(), ended()],
    "Voice control unavailable - Speech recognition not supported in this browser": [on("none")],
  };
  for (const [line, story] of Object.entries(stories)) {
    expect(statusText(voiceStatus(play(...story).state))).toBe(line);
  }
  const between = play(on(), began(), ended()).state;
  expect(statusText(voiceStatus(between)), "100 ms between two sessions").toBe("Voice control on");
});

test.each([
  ["connection", "Speech recognition needs a connection"],
  ["phrase", "No phrase is trained on this device"],
  ["spotter", "This browser cannot listen for a trained phrase"],
  ["safe-word", "The safe word is too short"],
] as const)("without a %s nothing is heard, and the reason is named", (what, reason) => {
  expect(problemText({ kind: "missing", what })).toBe(reason);
});

test("sessions that follow each other are one listening, of which nothing new is said", () => {
  const said = new Set<string>();
  let state = play(on(), began()).state;
  for (let session = 1; session <= 20; session += 1) {
    const at = session * 8_000;
    for (const moment of [ended(at), waited(at + 250), began(at + 400)]) {
      state = playFrom(state, moment).state;
      said.add(statusText(voiceStatus(state)));
    }
  }
  expect([...said]).toEqual(["Voice control on"]);
  const hanging = playFrom(state, ended(200_000), waited(200_250), watched(203_300)).state;
  expect(voiceStatus(hanging).kind).toBe("paused");
  const first = play(on()).state;
  expect(voiceStatus(first).kind).toBe("starting");
  expect(voiceStatus(playFrom(first, ended(1), waited(300)).state).kind).toBe("starting");
});
