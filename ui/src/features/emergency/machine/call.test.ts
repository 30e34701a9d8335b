/** Claims about a call for help in an emergency that this page believes to be on, and that may be over. */
import { describe, expect, test } from "vitest";
import { storageLimits } from "#content/limits.ts";
import type { Trigger } from "./inputs.ts";
import type { Emergency, EmergencyEvent, EmergencyState } from "./state.ts";
import { begun, heard, kept, own, play, started, trigger, typed } from "./stories.ts";

const patienceMs = storageLimits.databasePatienceMs;
const running = play([begun, started, kept, heard]).state;
/** When help is called for again. */
const at = trigger.at + 60_000;
const lastCall: Trigger = { ...trigger, id: "call", triggeredBy: "shake", at };
const call: EmergencyEvent = { type: "triggered", trigger: lastCall };
const ends = {
  type: "ends-known",
  endedId: trigger.id,
  lastEnd: 0,
  from: "database",
  wasOn: null,
  isOwnEnd: false,
  joined: [],
  endedAt: 9e15,
} as const;

/** The old one's end, from the database. */
const endKnown = (ms: number): EmergencyEvent => ({ ...ends, at: at + ms });

/** The ways in which the end is heard of, so many milliseconds after the call. */
const ways: readonly (readonly [string, (ms: number) => EmergencyEvent])[] = [
  ["by storing", (ms) => own({ type: "ended-elsewhere", endedAt: 9e15, at: at + ms })],
  ["by the database", (ms) => ({ ...ends, at: at + ms })],
  ["by local storage", (ms) => ({ ...ends, from: "mirror", at: at + ms })],
];

describe.each(ways)("when the end is heard of %s", (_, over) => {
  test.each([0, patienceMs - 1])("just after the call, it begins another one (%d ms)", (ms) => {
    const { state, types } = play([over(ms)], play([call], running).state);
    expect(state.emergency).toMatchObject({ id: "call", triggeredBy: "shake", alarms: 1 });
    expect(state).toMatchObject({ endedId: trigger.id, call: lastCall });
    // It is stored first, and what the old one held is let go before the new one takes it.
    expect(types.slice(0, 2)).toEqual(["keep", "stop-recording"]);
    expect(types.indexOf("release-page")).toBeLessThan(types.indexOf("hold-page"));
    expect(types.indexOf("stop-recording")).toBeLessThan(types.indexOf("start-recording"));
  });

  test("twice, it begins one", () => {
    const once = play([over(5)], play([call], running).state).state;
    expect(play([over(6), endKnown(6)], once).effects).toEqual([]);
  });

  test.each([-1, patienceMs, 3_600_000])(
    "at another time, it begins none: the end may have come after the call (%d ms)",
    (ms) => {
      const { state, types } = play([over(ms)], play([call], running).state);
      expect(state.emergency).toBeNull();
      expect(types).not.toContain("start-recording");
    },
  );

  test("after a code ended it here, it begins none", () => {
    const { state, types } = play([call, typed("own", { lastCall }), over(5)], running);
    expect([state.emergency, types.includes("start-recording")]).toEqual([null, false]);
  });

  test("nobody having called, it begins none", () => {
    expect(play([over(5)], running).state.emergency).toBeNull();
    const practice: EmergencyEvent = {
      type: "triggered",
      trigger: { ...trigger, id: "call", kind: "test", at },
    };
    expect(play([practice, over(5)], running).state.emergency).toBeNull();
  });
});

describe("an end whose time is known", () => {
  const over = (endedMs: number, heardMs: number) =>
    play(
      [own({ type: "ended-elsewhere", endedAt: at + endedMs, at: at + heardMs })],
      play([call], running).state,
    );
  const begins = (endedMs: number, heardMs: number) => over(endedMs, heardMs).state.emergency?.id;

  test("is the end of a call before it, also where that was just now", () => {
    for (const heardMs of [300, 400, 3_600_000]) expect(begins(300, heardMs)).toBeUndefined();
    expect(begins(1, 1)).toBeUndefined();
  });

  test("begins another for a call after it, however late it is heard of", () => {
    for (const heardMs of [0, 400, patienceMs, 8_000, 3_600_000]) {
      for (const endedMs of [0, -1, -300, -3_600_000]) {
        expect(begins(endedMs, heardMs)).toBe("call");
      }
    }
  });

  test("holds also for a call that the disk has as one in the emergency that is on", () => {
    const kept2 = play([call, kept], running).state;
    const heard2 = (endedAt: number) =>
      play([own({ type: "ended-elsewhere", endedAt, at: at + 400 })], kept2).state.emergency?.id;
    expect([heard2(at - 100), heard2(at + 100)]).toEqual(["call", undefined]);
  });

  test("that a clock that was set back has not reached yet is as one whose time is not known", () => {
    expect([begins(3_600_000, 5), begins(401, 400)]).toEqual(["call", "call"]);
    expect(begins(3_600_000, patienceMs)).toBeUndefined();
  });

  test("of which the call's clock knows that it came before begins another, also where that was set back since", () => {
    expect([begins(-300, -200), begins(-3_600_000, -3_599_000)]).toEqual(["call", "call"]);
  });
});

describe("a call while a code is compared", () => {
  const codeAt = (ms: number, before: Trigger = trigger) =>
    typed("own", { typedAt: at + ms, lastCall: before, goesHome: true });

  test("ends with the emergency where it came before the code, also when the disk has it", () => {
    for (const before of [[call], [call, kept]]) {
      const { state, types } = play([codeAt(1, lastCall)], play(before, running).state);
      expect(state).toMatchObject({ emergency: null, ended: { id: trigger.id, isShown: true } });
      expect(types).not.toContain("start-recording");
    }
  });

  test("is not ended by the own PIN where it came after it, whatever the clock says, and nothing is said", () => {
    for (const before of [[call], [call, kept]]) {
      for (const ms of [-100, 0, 3_600_000]) {
        const called = play(before, running).state;
        const { state, types } = play([codeAt(ms)], called);
        expect([state, types]).toEqual([called, ["give-tries-back"]]);
      }
    }
  });

  test("is not ended where another tab had it after the code", () => {
    const theirs = { ...running.emergency, calledAt: at } as Emergency;
    const told: EmergencyEvent = { type: "restored", from: "mirror", emergency: theirs };
    const endedAt = (ms: number) => play([told, codeAt(ms)], running).state.emergency;
    expect([endedAt(-100), endedAt(0), endedAt(1)]).toMatchObject([theirs, theirs, null]);
  });

  test("in a test that it makes real is not ended, and a decoy goes on", () => {
    const practice = { ...trigger, kind: "test" as const };
    const practised = play([{ type: "triggered", trigger: practice }, started, kept]).state;
    const made = play([call, codeAt(-100)], practised).state.emergency;
    expect(made).toMatchObject({ id: trigger.id, kind: "real" });
    const decoy = play([call, typed("decoy", { typedAt: at - 100 })], running).state.emergency;
    expect(decoy).toMatchObject({ id: trigger.id, isDecoy: true });
  });
});

test("a call in a test that is over begins a real one", () => {
  const practice = { ...trigger, kind: "test" as const };
  const practised = play([{ type: "triggered", trigger: practice }, started, kept]).state;
  const { state } = play([call, endKnown(5)], practised);
  expect(state.emergency).toMatchObject({ id: "call", kind: "real" });
});

test("each call asks the disk whether the emergency is on, also in the moment of an alarm, and where one is due already", () => {
  const soon = (afterMs: number): EmergencyEvent => ({
    type: "triggered",
    trigger: { ...trigger, id: `after ${afterMs}`, at: trigger.at + afterMs },
  });
  const moment = play([soon(1_000)], running);
  const calledAt = trigger.at + 1_000;
  expect([moment.state.emergency, moment.types]).toEqual([
    { ...running.emergency, calledAt },
    ["keep"],
  ]);
  const ended = own({ type: "ended-elsewhere", endedAt: 9e15, at: trigger.at + 1_005 });
  expect(play([ended], moment.state).state.emergency?.id).toBe("after 1000");
  const tried = typed("own", { typedAt: trigger.at + 900 });
  expect(play([tried], moment.state).state).toBe(moment.state);
  const due = play([soon(5_000), kept], running).state;
  const { state, types } = play([soon(10_000)], due);
  expect(types).toEqual(["keep"]);
  const over = own({ type: "ended-elsewhere", endedAt: 9e15, at: trigger.at + 10_005 });
  expect(play([over], state).state.emergency?.id).toBe("after 10000");
});

describe("an end with a later number, of another emergency", () => {
  const later: EmergencyEvent = { ...ends, endedId: "later", lastEnd: at, at };
  const asks = (state: EmergencyState) => play([later], state).types;

  test("has the disk asked whether this one is over, which says it at once", () => {
    expect(asks(running)).toEqual(["keep"]);
    expect(play([later], running).state.emergency?.id).toBe(trigger.id);
  });

  test("an earlier number asks nothing", () => {
    expect(play([{ ...later, lastEnd: 999 } as EmergencyEvent], running).effects).toEqual([]);
  });
});

test("a call in one that is over is another alarm in the one that is on", () => {
  const on = { ...running.emergency, id: "on", triggeredAt: at - 8_000 } as Emergency;
  const restored = (alarmedAt: number): EmergencyEvent => ({
    type: "restored",
    from: "database",
    emergency: { ...on, alarmedAt },
  });
  const soon: EmergencyEvent = {
    type: "triggered",
    trigger: { ...trigger, id: "call", at: trigger.at + 15_000 },
  };
  // Here the alarm only waited for its time, which is another one there.
  const waiting = play([soon], running).state;
  expect(waiting.emergency?.alarms).toBe(1);
  const met = play([restored(trigger.at + 8_000)], waiting);
  expect(met.state.emergency).toMatchObject({ id: "on", alarmDueAt: trigger.at + 28_000 });
  // One that began after the call has nothing to hear of it.
  const after = play([restored(trigger.at + 16_000)], waiting);
  expect(after.state.emergency).toMatchObject({ id: "on", alarms: 1, alarmDueAt: null });
});

describe("a call that began an emergency here, and then met another tab's", () => {
  /** Another tab's emergency, which was first on the disk. */
  const theirs: Emergency = {
    ...(running.emergency as Emergency),
    id: "theirs",
    triggeredAt: trigger.at - 9_000,
    calledAt: trigger.at - 9_000,
    alarmedAt: trigger.at - 9_000,
  };
  const met: EmergencyEvent = { type: "restored", from: "database", emergency: theirs };
  const over = (id: string, endedMs: number) =>
    own({ type: "ended-elsewhere", endedAt: trigger.at + endedMs, at: trigger.at + 300 }, id);
  const joined = play([begun, met]).state;

  test("begins another where that ended before the call, and ends with it where it ended after", () => {
    expect(joined.emergency?.id).toBe("theirs");
    const another = play([over("theirs", -10)], joined);
    expect(another.state.emergency?.id).toBe(trigger.id);
    expect(another.types.filter((type) => type === "start-recording")).toHaveLength(1);
    expect(play([over("theirs", 10)], joined).state.emergency).toBeNull();
  });

  test("is not ended there by a code that was typed before it", () => {
    const before = typed("own", { typedIn: "theirs", typedAt: 9e14, lastCall: null });
    expect(play([before], joined).state.emergency?.id).toBe("theirs");
  });

  test("begins nothing after the end of its own emergency, whatever its time", () => {
    for (const ms of [-10, 0, 10, 9e14]) {
      expect(play([begun, over(trigger.id, ms)]).state.emergency).toBeNull();
    }
  });
});
