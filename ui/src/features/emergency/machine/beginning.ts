/** The emergency machine's steps for triggers: what an emergency begins with. */
import { emergencyMessages } from "#content/messages.ts";
import { isInMemory } from "./after-rules.ts";
import { alarmedAgain } from "./alarms.ts";
import { tell } from "./guardian-news.ts";
import type { Trigger } from "./inputs.ts";
import { firstTimers } from "./messages.ts";
import {
  type Awaited,
  type Emergency,
  type EmergencyEffect,
  type EmergencyState,
  IDLE,
  isHidden,
} from "./state.ts";
import { andThen, noEffects, type Step, step, toast } from "./step.ts";

/** The first state of an emergency on this page. */
export const starting = (
  { endedId, newest, isRead, untold }: EmergencyState,
  emergency: Emergency,
): EmergencyState => ({
  ...IDLE,
  emergency,
  endedId,
  isRead,
  untold,
  newest: Math.max(newest, emergency.sequence),
  recording: { phase: "starting" },
});

export const begin = (emergency: Emergency, isResumed: boolean): EmergencyEffect[] => [
  { type: "start-recording", emergencyId: emergency.id, isResumed },
  tell(emergency, "started"),
  { type: "follow-position" },
  { type: "keep-screen-on" },
];

/** A page that shows the lock is not left; behind the heart monitor nothing may be held, because that would tell. */
export const holdOf = (emergency: Emergency): EmergencyEffect[] =>
  isHidden(emergency) ? [] : [{ type: "hold-page" }];

/**
 * The emergency that a trigger starts. Its sequence is above every other that this page knows of, and not below the
 * clock: the page may not have read the database yet.
 */
function emergencyOf(
  { contacts, position, at, mayOpen: _, ...rest }: Trigger,
  newest: number,
): Emergency {
  const reachable = contacts.filter((contact) => contact.phoneNumber.trim() !== "");
  return {
    ...rest,
    triggeredAt: at,
    location: position,
    messages: reachable.map((contact) => ({
      ...contact,
      ...{ status: "prepared", hadPlace: false, alarm: 0, told: "nothing" },
    })),
    isDecoy: false,
    alarms: 1,
    alarmedAt: at,
    alarmDueAt: null,
    calledAt: at,
    sequence: Math.max(newest + 1, at),
    joined: [],
  };
}

/**
 * A real trigger during a test makes it a real emergency: under the same id, so that the sound of the test goes on as
 * its evidence, and with messages that were not sent yet.
 */
function madeReal(state: EmergencyState, practice: Emergency, trigger: Trigger): Step {
  const { id, sequence } = practice;
  const emergency = { ...emergencyOf(trigger, state.newest), id, sequence };
  const awaits: Awaited[] = state.recording.phase === "on" ? ["disk"] : ["disk", "recorder"];
  const begun: EmergencyState = {
    ...state,
    emergency,
    awaits: trigger.mayOpen ? awaits : null,
    launching: null,
    unseen: null,
    unclear: null,
    isAnnounced: false,
    isCopied: null,
    takenText: null,
    call: trigger,
  };
  const release: EmergencyEffect[] = trigger.isDisguised ? [{ type: "release-page" }] : [];
  return step(begun, ...release, tell(emergency, "started"), ...firstTimers({ ...trigger, id }));
}

/** What comes with a lock that was hidden by the disguise: the browser may ask for things again. */
export const OPEN_LOCK: readonly EmergencyEffect[] = [
  { type: "hold-page" },
  { type: "ask-openly" },
];

/** The person wants to see the lock behind the disguise. */
export function lockOpened(state: EmergencyState): Step {
  const { emergency } = state;
  if (emergency?.isDisguised !== true) return noEffects(state);
  return step({ ...state, emergency: { ...emergency, isDisguised: false } }, ...OPEN_LOCK);
}

/** Another call for help in a real emergency is stored, which asks the disk: the emergency may be over. */
function calledIn(state: EmergencyState, on: Emergency, call: Trigger): EmergencyState {
  if (on.kind === "test" || call.kind === "test") return state;
  return { ...state, call, emergency: { ...on, calledAt: Math.max(call.at, on.calledAt) } };
}

export function triggered(state: EmergencyState, { trigger }: { readonly trigger: Trigger }): Step {
  // What local storage alone has may be over for long: a call for help begins one of its own.
  const isOn = state.isConfirmed || trigger.kind === "test";
  const on = isOn ? state.emergency : null;
  if (on?.kind === "test" && trigger.kind === "real") return madeReal(state, on, trigger);
  if (on !== null) {
    const called = alarmedAgain(calledIn(state, on, trigger), trigger);
    return trigger.triggeredBy === "button" ? andThen(called, lockOpened) : called;
  }
  // The public code ends a test, with the sound that it has taken over.
  if (trigger.kind === "test" && state.ended?.isShown && isInMemory(state.ended.closed))
    return step(state, toast(emergencyMessages.testHeldBack));
  const emergency = emergencyOf(trigger, state.newest);
  const isNamed = emergency.messages.some(({ name }) => name.trim() !== "");
  if (trigger.kind === "test" && !isNamed) return step(state, toast(emergencyMessages.noContacts));
  return step(
    {
      ...starting(state, emergency),
      awaits: trigger.mayOpen ? ["disk", "recorder"] : null,
      call: trigger.kind === "real" ? trigger : null,
    },
    ...holdOf(emergency),
    ...begin(emergency, false),
    ...firstTimers(trigger),
  );
}
