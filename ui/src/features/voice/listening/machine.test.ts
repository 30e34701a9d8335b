/** Claims about listening: told as stories of events. */
import { describe, expect, test } from "vitest";
import type { Engine } from "./engine.ts";
import {
  nextVoice,
  type SessionEvent,
  VOICE_START,
  type VoiceEffect,
  type VoiceEvent,
  type VoiceState,
} from "./machine.ts";
import { isListening, problemText, statusText } from "./status.ts";

/** An event at a time of the monotonic clock. */
type Moment = readonly [event: VoiceEvent | SessionEvent, now: number];

const on = (engine: Engine = "recognition-remote", now = 0): Moment => [
  { type: "switched-on", target: { engine, words: ["emergency help"] } },
  now,
];
const began = (now = 0): Moment => [{ type: "began" }, now];
const ended = (now = 0): Moment => [{ type: "ended" }, now];
const waited = (now = 0): Moment => [{ type: "waited" }, now];
const hears = (text: string, now = 0): Moment => [{ type: "heard", text }, now];
const fails = (code: string, isDenied = false): Moment => [{ type: "failed", code, isDenied }, 0];
const off: Moment = [{ type: "switched-off" }, 0];
const taken = (now = 0): Moment => [{ type: "microphone-taken" }, now];
const watched = (now: number, isMicrophoneFree = true): Moment => [
  { type: "watched", isMicrophoneFree },
  now,
];
const battery = (isLowPower: boolean): Moment => [
  { type: "battery-read", power: { isLowPower, intervalMs: isLowPower ? 5_000 : 1_000 } },
  0,
];
const SESSION_EVENTS = ["began", "heard", "spotted", "failed", "ended", "waited"];

/** Plays moments from a state; an event of a session is one of the session that was started last. */
function playFrom(from: VoiceState, ...moments: readonly Moment[]) {
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
const play = (...moments: readonly Moment[]) => playFrom(VOICE_START, ...moments);
const sentence = ({ problem }: VoiceState) => (problem === null ? null : problemText(problem));
const waitOf = (session: number, ms: number) => [{ type: "wait", session, ms }];

describe("recognition", () => {
  test("that ended is started again after 100 ms", () => {
    const after = play(on(), began(), ended());
    expect(after.effects).toEqual(waitOf(1, 100));
    expect(playFrom(after.state, waited(100)).effects).toEqual([{ type: "start", session: 2 }]);
  });

  test("that heard silence, or was stopped, has not failed", () => {
    for (const code of ["no-speech", "aborted"]) {
      const after = play(on(), began(), fails(code), ended());
      expect(after.state.problem).toBeNull();
      expect(after.effects).toEqual(waitOf(1, 100));
    }
  });

  test("that fails again and again is started ever more slowly, up to 30 s", () => {
    const round = [fails("network"), ended(), waited()];
    const waits = [1, 2, 3, 4].map((rounds) => {
      const story = Array.from({ length: rounds }, () => round).flat();
      return play(on(), ...story.slice(0, -1)).effects;
    });
    expect(waits).toEqual([1_000, 5_000, 30_000, 30_000].map((ms, index) => waitOf(index + 1, ms)));
  });

  test("that heard something has ended its row of failures", () => {
    const after = play(on(), fails("network"), ended(), waited(), began(), hears("hello"), ended());
    expect(after.effects).toEqual(waitOf(2, 100));
  });

  test("that never begins is stopped and tried again", () => {
    expect(play(on(), watched(2_999)).effects).toEqual([]);
    expect(play(on(), watched(3_000)).effects).toEqual([{ type: "stop" }, ...waitOf(1, 1_000)]);
  });

  test("without a sign of life for 20 s is started afresh", () => {
    expect(play(on(), began(), watched(19_999)).effects).toEqual([]);
    expect(play(on(), began(), watched(20_000)).effects).toContainEqual({ type: "stop" });
  });

  test("pauses 5 s between sessions in low-power mode; the spotter listens on", () => {
    expect(play(battery(true), on(), began(), ended()).effects).toEqual(waitOf(1, 5_000));
    const spotter = play(battery(true), on("spotter"), began(), ended());
    expect(spotter.effects).toEqual(waitOf(1, 100));
  });
});

test("the spotter may be silent for hours", () => {
  expect(play(on("spotter"), began(), watched(7_200_000)).effects).toEqual([]);
});

describe("a failure", () => {
  test("is named with the engine's code, until listening goes on", () => {
    const after = play(on(), fails("network"), ended(), waited());
    expect(sentence(after.state)).toBe("Speech recognition error: network");
    expect(sentence(playFrom(after.state, began()).state)).toBeNull();
  });

  test("because the microphone is denied ends listening and says so", () => {
    const after = play(on(), fails("not-allowed", true), ended());
    expect(after.state.phase).toBe("unavailable");
    expect(sentence(after.state)).toBe("Microphone access denied");
    expect(after.effects).toEqual([]);
  });

  test("of a busy recogniser, which only looks denied, is followed by another try", () => {
    expect(play(on(), fails("not-allowed"), ended()).effects).toEqual(waitOf(1, 1_000));
  });

  test.each(["service-not-allowed", "language-not-supported", "audio-capture"])(
    "of the kind %s is not tried again in a hot loop",
    (code) => {
      const after = play(on(), fails(code), ended());
      expect(after.state.phase).toBe("unavailable");
      expect(after.effects).toEqual([]);
    },
  );

  test("that is found to be a refusal only after the session ended still counts", () => {
    const after = play(on(), ended(), fails("not-allowed", true));
    expect(after.state.phase).toBe("unavailable");
  });
});

describe("a wake word", () => {
  test("frees the microphone before it is announced, once", () => {
    const after = play(on(), began(), hears("EMERGENCY"), hears("help me"));
    expect(after.effects).toEqual([{ type: "stop" }, { type: "announce", word: "emergency help" }]);
    expect(playFrom(after.state, hears("emergency help")).effects).toEqual([]);
  });

  test("of the spotter is announced as the phrase that was trained", () => {
    const spotted: Moment = [{ type: "spotted", phrase: "purple umbrella" }, 0];
    expect(play(on("spotter"), began(), spotted).effects).toContainEqual({
      type: "announce",
      word: "purple umbrella",
    });
  });
});

describe("the microphone", () => {
  test("goes to a recording that wants it, and what was heard before is forgotten", () => {
    const yielded = play(on(), began(), hears("emergency"), taken(), ended());
    expect(yielded.state).toMatchObject({ phase: "yielding", heard: [] });
    expect(yielded.effects).toEqual([]);
  });

  test("is listened to again once it was free for five seconds, and no emergency is on", () => {
    const yielded = play(on(), began(), taken(1_000), taken(4_000)).state;
    expect(playFrom(yielded, watched(5_999)).effects).toEqual([]);
    expect(playFrom(yielded, watched(6_000, false)).effects).toEqual([]);
    expect(playFrom(yielded, watched(6_000)).effects).toEqual([{ type: "start", session: 2 }]);
  });

  test("that is taken while nothing listens changes nothing", () => {
    for (const story of [[off], [on("none")]]) {
      const { state } = play(...story);
      expect(playFrom(state, taken())).toEqual({ state, effects: [] });
    }
  });
});

describe("the switch", () => {
  test("stops everything, and late events of the session change nothing", () => {
    const { state, effects } = play(on(), began(), off);
    expect(effects).toEqual([{ type: "stop" }]);
    for (const late of [began(), ended(), hears("emergency help"), fails("network"), waited(9)]) {
      expect(playFrom(state, late)).toEqual({ state, effects: [] });
    }
  });

  test("on again starts another session, which events of the one before do not touch", () => {
    const again = play(on(), began(), off, on()).state;
    expect(again).toMatchObject({ phase: "starting", session: 2 });
    const late: VoiceEvent[] = [
      { type: "began", session: 1 },
      { type: "heard", session: 1, text: "emergency help" },
      { type: "spotted", session: 1, phrase: "emergency help" },
      { type: "failed", session: 1, code: "not-allowed", isDenied: true },
      { type: "ended", session: 1 },
      { type: "waited", session: 1 },
    ];
    for (const event of late) {
      expect(nextVoice(again, event, 5)).toEqual({ state: again, effects: [] });
    }
  });

  test("to other words restarts a session that runs", () => {
    const other: Moment = [
      { type: "switched-on", target: { engine: "recognition-remote", words: ["pineapple"] } },
      0,
    ];
    const { state, effects } = play(on(), began(), other);
    expect(effects).toEqual([{ type: "stop" }, ...waitOf(1, 100)]);
    expect(playFrom(state, waited(), began(), hears("pineapple")).effects).toContainEqual({
      type: "announce",
      word: "pineapple",
    });
  });

  test("on a device that cannot listen says so instead of trying", () => {
    const after = play(on("none"));
    expect(after.effects).toEqual([]);
    expect(sentence(after.state)).toBe("Speech recognition not supported in this browser");
  });

  test("to no engine ends the session that runs", () => {
    const after = play(on(), began(), on("none"));
    expect(after.effects).toEqual([{ type: "stop" }]);
    expect(after.state.phase).toBe("unavailable");
  });
});

test("every phase has its line on the heart monitor, and only two of them are listening", () => {
  const stories = {
    "Voice control off": [off],
    "Voice control starting": [on()],
    "Voice control on": [on(), began()],
    "Voice control paused": [on(), began(), taken()],
    "Voice control unavailable": [on("none")],
  };
  for (const [line, story] of Object.entries(stories)) {
    const { phase } = play(...story).state;
    expect([statusText(phase), isListening(phase)]).toEqual([line, line === "Voice control on"]);
  }
  const between = play(on(), began(), ended()).state.phase;
  expect([statusText(between), isListening(between)]).toEqual(["Voice control on", true]);
});
