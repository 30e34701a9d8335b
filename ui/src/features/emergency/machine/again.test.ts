/** Claims about further triggers while a real emergency goes on. */
import { describe, expect, test } from "vitest";
import { emergencyTimes } from "#content/limits.ts";
import { isDue } from "./messages.ts";
import type { EmergencyEvent, EmergencyState } from "./state.ts";
import {
  begun,
  heard,
  kept,
  own,
  play,
  started,
  toasts,
  trigger,
  typed,
  waits,
} from "./stories.ts";

const { nextAlarmMs, oneTriggerMs } = emergencyTimes;
const first = "+61400000001";

/** Another trigger, so many milliseconds after the first. */
const again = (
  afterMs: number,
  triggeredBy: "button" | "shake" | "voice" = "shake",
  isDisguised = false,
): EmergencyEvent => ({
  type: "triggered",
  trigger: { ...trigger, id: "another", triggeredBy, at: trigger.at + afterMs, isDisguised },
});
const due = ({ emergency }: EmergencyState) =>
  emergency?.messages.map((message) => isDue(emergency, message));

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
    expect(effects).toEqual([
      { type: "keep" },
      { type: "tell-guardians", emergencyId: trigger.id, kind: "real", what: "again" },
    ]);
    expect(toasts(effects)).toEqual([]);
    expect(after.emergency).toMatchObject({ id: trigger.id, alarms: 2 });
    expect(after.recording).toEqual(state.recording);
  });

  test("triggers of one moment are one alarm", () => {
    expect(play([again(1_000), again(oneTriggerMs - 1)], state).effects).toEqual([]);
  });

  test("a trigger soon after an alarm raises the next one as soon as that is due, and several raise one", () => {
    const soon = play([again(oneTriggerMs), again(15_000)], state);
    expect(waits(soon.effects)).toEqual([
      [nextAlarmMs - oneTriggerMs, "alarm-due"],
      [nextAlarmMs - 15_000, "alarm-due"],
    ]);
    expect(soon.state.emergency?.alarms).toBe(1);
    const [one, other] = soon.effects.flatMap((effect) =>
      effect.type === "wait" ? [effect.event as EmergencyEvent] : [],
    );
    const due = play([one as EmergencyEvent], soon.state);
    expect(due.types).toEqual(["keep", "tell-guardians"]);
    expect(due.state.emergency).toMatchObject({
      alarms: 2,
      alarmedAt: trigger.at + nextAlarmMs,
    });
    expect(play([other as EmergencyEvent], due.state).effects).toEqual([]);
    const three = play(
      [again(nextAlarmMs), again(nextAlarmMs + 1_000), again(2 * nextAlarmMs)],
      state,
    );
    expect(three.state.emergency?.alarms).toBe(3);
  });

  test("a clock that was set back swallows none", () => {
    expect(play([again(-3_600_000)], state).state.emergency?.alarms).toBe(2);
  });
});

test("a further trigger makes each message due once more, until it is opened again", () => {
  const opened = play(
    [own({ type: "message-requested", phoneNumber: first }), own({ type: "app-left" })],
    running,
  ).state;
  expect(due(opened)).toEqual([false, true]);
  const alarmed = play([again(nextAlarmMs)], opened).state;
  expect(due(alarmed)).toEqual([true, true]);
  const once = play(
    [own({ type: "message-requested", phoneNumber: first }), own({ type: "app-left" })],
    alarmed,
  ).state;
  expect(due(once)).toEqual([false, true]);
});

test("an alarm that is due raises nothing once the emergency is over", () => {
  const soon = play([again(15_000)], running);
  const over = play([typed("own")], soon.state).state;
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
