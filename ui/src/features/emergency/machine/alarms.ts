/** The emergency machine's steps for further alarms: other triggers while a real emergency goes on. */
import { emergencyTimes } from "#content/limits.ts";
import { tellAgain } from "./guardian-news.ts";
import type { Trigger } from "./inputs.ts";
import type { Emergency, EmergencyEffect, EmergencyState, TimerEvent } from "./state.ts";
import { noEffects, type Step, step } from "./step.ts";

const { nextAlarmMs, oneTriggerMs } = emergencyTimes;

/** The guardians are alarmed anew, and each message is to be sent once more. */
function nextAlarm(state: EmergencyState, on: Emergency, at: number): Step {
  const emergency = { ...on, alarms: on.alarms + 1, alarmedAt: at, alarmDueAt: null };
  // A text that was taken along before belongs to the alarm before.
  return step({ ...state, emergency, takenText: null }, tellAgain(emergency));
}

/** Waits for the alarm that an emergency has due, also where a page that was killed had waited for it. */
export function waitForAlarm({ id, alarms, alarmDueAt: at }: Emergency): EmergencyEffect[] {
  if (at === null) return [];
  const event = { type: "alarm-due", alarms, at, emergencyId: id } as const;
  return [{ type: "wait-until", at, mostMs: nextAlarmMs, event }];
}

/**
 * Another trigger in a real emergency, also behind the disguise or a decoy, is another alarm. Soon after the last one it
 * waits for its time, and several raise one; triggers of one moment are one.
 */
export function alarmedAgain(
  state: EmergencyState,
  { kind, at }: Pick<Trigger, "kind" | "at">,
): Step {
  const on = state.emergency;
  if (on?.kind !== "real" || kind === "test") return noEffects(state);
  const passedMs = at - on.alarmedAt;
  const isBefore = (ms: number) => passedMs >= 0 && passedMs < ms;
  if (!isBefore(nextAlarmMs)) return nextAlarm(state, on, at);
  if (isBefore(oneTriggerMs) || on.alarmDueAt !== null) return noEffects(state);
  const emergency = { ...on, alarmDueAt: on.alarmedAt + nextAlarmMs };
  return step({ ...state, emergency }, ...waitForAlarm(emergency));
}

/** The alarm of a trigger that came soon after alarm `alarms`, unless another was raised meanwhile; `at` in epoch milliseconds. */
export function alarmDue(
  state: EmergencyState,
  { alarms, at }: Extract<TimerEvent, { type: "alarm-due" }>,
): Step {
  const on = state.emergency;
  return on?.kind === "real" && on.alarms === alarms ? nextAlarm(state, on, at) : noEffects(state);
}
