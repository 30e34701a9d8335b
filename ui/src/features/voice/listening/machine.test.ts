/** Claims about listening: told as stories of events. */
import { describe, expect, test } from "vitest";
import type { VoiceEvent } from "./events.ts";
import { voiceStatus } from "./status.ts";
import {
  battery,
  began,
  ended,
  fails,
  hears,
  type Moment,
  off,
  on,
  play,
  playFrom,
  returns,
  sentence,
  taken,
  targetOf,
  waited,
  waitOf,
  watched,
} from "./stories.ts";
import { nextVoice } from "./two-engines.ts";

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
    expect(play(on(), watched(3_000)).effects).toEqual([
      { type: "stop-session" },
      ...waitOf(1, 1_000),
    ]);
  });

  test("without a sign of life for 20 s is started afresh", () => {
    expect(play(on(), began(), watched(19_999)).effects).toEqual([]);
    expect(play(on(), began(), watched(20_000)).effects).toContainEqual({
      type: "stop-session",
    });
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

  test("because the microphone is denied ends listening, says so, and is looked at again", () => {
    const after = play(on(), fails("not-allowed", true));
    expect(voiceStatus(after.state)).toEqual({
      kind: "cannot",
      reason: "Microphone access denied",
    });
    expect(after.effects).toEqual([{ type: "stop-session" }, ...waitOf(1, 30_000)]);
    const again = playFrom(after.state, ended(), waited(30_000));
    expect(again.effects).toEqual([{ type: "start", session: 2 }]);
    expect(voiceStatus(again.state).kind, "while it is looked at").toBe("cannot");
  });

  test("because another app has the microphone never ends listening for good", () => {
    const round = [fails("audio-capture"), ended(), waited()];
    const { state } = play(on(), ...round, ...round, ...round, ...round, ...round);
    expect(voiceStatus(state)).toEqual({
      kind: "paused",
      reason: "Another app uses the microphone",
    });
    expect(voiceStatus(playFrom(state, began()).state)).toEqual({ kind: "listening" });
  });

  test("of a busy recogniser, which only looks denied, is followed by another try", () => {
    expect(play(on(), fails("not-allowed"), ended()).effects).toEqual(waitOf(1, 1_000));
  });

  test.each(["service-not-allowed", "language-not-supported", "no-microphone"])(
    "of the kind %s is tried again after half a minute, or when the person comes back",
    (code) => {
      const after = play(on(), fails(code));
      expect(after.state.phase).toBe("unavailable");
      expect(after.effects).toEqual([{ type: "stop-session" }, ...waitOf(1, 30_000)]);
      const back = playFrom(after.state, ended(), returns(1_000));
      expect(back.effects).toEqual([{ type: "start", session: 2 }]);
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
      { type: "alive", session: 1, peak: 0.1 },
      { type: "heard", session: 1, text: "emergency help", isMention: () => false },
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
      {
        type: "switched-on",
        target: targetOf("recognition-remote", "pineapple"),
        answer: null,
      },
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
