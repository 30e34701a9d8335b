/** Claims about further triggers while a real emergency goes on. */
import { describe, expect, test } from "vitest";
import { emergencyTimes } from "#content/limits.ts";
import { isDue } from "./messages.ts";
import type { EmergencyEffect, EmergencyEvent, EmergencyState } from "./state.ts";
import { begun, heard, kept, own, play, started, toasts, trigger, typed } from "./stories.ts";

const { nextAlarmMs, oneTriggerMs } = emergencyTimes;
const first = "+61400000001";

/** Another trigger, so many milliseconds after the first. */
const again = (afterMs: number, triggeredBy: "button" | "shake" = "shake"): EmergencyEvent => ({
  type: "triggered",
  trigger: { ...trigger, id: "another", triggeredBy, at: trigger.at + afterMs, isDisguised: false },
});
const due = ({ emergency }: EmergencyState) =>
  emergency?.messages.map((message) => isDue(emergency, message));

/** The wait for the alarm of a trigger that came soon after the first one. */
const alarmWait = (dueAt: number): EmergencyEffect => ({
  type: "wait-until",
  at: dueAt,
  mostMs: nextAlarmMs,
  event: { type: "alarm-due", alarms: 1, at: dueAt, emergencyId: trigger.id },
});
const isWait = ({ type }: EmergencyEffect) => type === "wait-until";
const isDueNow = (at: number) => own({ type: "alarm-due", alarms: 1, at });

const running = play([begun, started, kept, heard]).state;
const decoy = play([typed("decoy")], running).state;
const disguised = play([
  { type: "triggered", trigger: { ...trigger, triggeredBy: "voice", isDisguised: true } },
  started,
]).state;

describe.each([
  ["on the lock", running],
  ["after a decoy unlock", decoy],
  ["behind the chosen disguise", disguised],
])("%s", (_, state) => {
  test("a further trigger alarms the guardians again, under the same emergency, and says nothing", () => {
    const { state: after, effects } = play([again(nextAlarmMs)], state);
    const alarmedAt = trigger.at + nextAlarmMs;
    expect(effects).toEqual([
      { type: "keep" },
      { type: "tell-guardians", emergencyId: trigger.id, kind: "real", what: "again", alarmedAt },
    ]);
    expect(toasts(effects)).toEqual([]);
    expect(after.emergency).toMatchObject({ id: trigger.id, alarms: 2 });
    expect(after.recording).toEqual(state.recording);
  });

  test("triggers of one moment are one alarm", () => {
    const { state: after, types } = play([again(1_000), again(oneTriggerMs - 1)], state);
    // Each is stored, which asks the disk whether the emergency is still on.
    const calledAt = trigger.at + oneTriggerMs - 1;
    expect([after.emergency, types]).toEqual([{ ...state.emergency, calledAt }, ["keep", "keep"]]);
  });

  test("a trigger soon after an alarm is stored, and raises the next one as soon as that is due", () => {
    const soon = play([again(oneTriggerMs), again(15_000)], state);
    const dueAt = trigger.at + nextAlarmMs;
    // Several raise one; each asks the disk whether the emergency is still on.
    expect(soon.effects).toEqual([{ type: "keep" }, alarmWait(dueAt), { type: "keep" }]);
    expect(soon.state.emergency).toMatchObject({ alarms: 1, alarmDueAt: dueAt });
    const raised = play([isDueNow(dueAt)], soon.state);
    expect(raised.types).toEqual(["keep", "tell-guardians"]);
    expect(raised.state.emergency).toMatchObject({
      alarms: 2,
      alarmedAt: dueAt,
      alarmDueAt: null,
    });
    expect(play([isDueNow(dueAt)], raised.state).effects).toEqual([]);
    const three = play(
      [again(nextAlarmMs), again(nextAlarmMs + 1_000), again(2 * nextAlarmMs)],
      state,
    );
    expect(three.state.emergency).toMatchObject({ alarms: 3, alarmDueAt: null });
  });

  test("an alarm that waited when the page died is waited for by the next page, and raised once", () => {
    const { emergency } = play([again(15_000)], state).state;
    if (emergency === null) throw new Error("It goes on.");
    const found: EmergencyEvent = { type: "restored", from: "database", emergency };
    const dueAt = trigger.at + nextAlarmMs;
    const next = play([found]);
    expect(next.effects).toContainEqual(alarmWait(dueAt));
    const raised = play([isDueNow(dueAt)], next.state);
    expect(raised.types).toEqual(["keep", "tell-guardians"]);
    expect(raised.state.emergency).toMatchObject({ alarms: 2, alarmDueAt: null });
    // What local storage alone has may be over.
    expect(play([{ ...found, from: "mirror" }]).types).not.toContain("wait-until");
    // A page that had the emergency's lock from local storage hears of it from the database, and another tab by that.
    const { alarmDueAt: _, ...rest } = emergency;
    const mirror: EmergencyEvent = {
      type: "restored",
      from: "mirror",
      emergency: { ...rest, alarmDueAt: null },
    };
    expect(play([mirror, found]).effects.filter(isWait)).toEqual([alarmWait(dueAt)]);
    expect(play([found], state).effects).toEqual([alarmWait(dueAt)]);
    expect(play([found, found], state).effects.filter(isWait)).toHaveLength(1);
  });

  test("a clock that was set back swallows none", () => {
    expect(play([again(-3_600_000)], state).state.emergency?.alarms).toBe(2);
  });
});

test("a further trigger makes each message due once more, until it is opened again", () => {
  const opened = play(
    [
      own({ type: "message-requested", phoneNumber: first, hasPlace: true }),
      own({ type: "app-left" }),
    ],
    running,
  ).state;
  expect(due(opened)).toEqual([false, true]);
  const alarmed = play([again(nextAlarmMs)], opened).state;
  expect(due(alarmed)).toEqual([true, true]);
  const once = play(
    [
      own({ type: "message-requested", phoneNumber: first, hasPlace: true }),
      own({ type: "app-left" }),
    ],
    alarmed,
  ).state;
  expect(due(once)).toEqual([false, true]);
});

test("an alarm that is due raises nothing once the emergency is over", () => {
  const soon = play([again(15_000)], running);
  const over = play([typed("own", { lastCall: soon.state.call })], soon.state).state;
  expect(play([own({ type: "alarm-due", alarms: 1, at: 21_000 })], over).effects).toEqual([]);
});

test("the button opens a hidden lock as well, and in a test nothing is an alarm", () => {
  const { state, types } = play([again(nextAlarmMs, "button")], disguised);
  expect(state.emergency).toMatchObject({ isDisguised: false, alarms: 2 });
  expect(types).toEqual(["keep", "tell-guardians", "hold-page", "ask-openly"]);
  const practice = { ...trigger, kind: "test" as const };
  const tests: EmergencyEvent[] = [
    { type: "triggered", trigger: practice },
    { type: "triggered", trigger: { ...practice, at: trigger.at + nextAlarmMs } },
  ];
  expect(play(tests).state.emergency?.alarms).toBe(1);
});
