/** What the tests of the emergency machine play: one trigger, stories of events, and an emergency. */
import type { CodeFacts, CodeTried, Trigger, UnlockingCode } from "./inputs.ts";
import { next } from "./machine.ts";
import {
  type Emergency,
  type EmergencyEffect,
  type EmergencyEvent,
  type EmergencyState,
  IDLE,
  type Owned,
} from "./state.ts";

/** An event that belongs to an emergency. */
export type OwnedEvent = Extract<EmergencyEvent, Owned<unknown>>;

type Unowned<Event> = Event extends OwnedEvent ? Omit<Event, "emergencyId"> : never;

/** A place in Sydney. */
export const place = { latitude: -33.8688, longitude: 151.2093, accuracy: 12, timestamp: 1_000 };
/** A real emergency by the button, with two contacts and a place. */
export const trigger: Trigger = {
  id: "e".repeat(21),
  kind: "real",
  triggeredBy: "button",
  safeWord: null,
  at: 1_000,
  text: "Send help, I am in danger.",
  contacts: [
    { name: "Ana", phoneNumber: "+61400000001" },
    { name: "Ben", phoneNumber: "+61400000002" },
  ],
  position: place,
  ownPin: "482915",
  mayOpen: true,
  isDisguised: false,
};

/** An event of the emergency that `trigger` starts, or of another one. */
export function own(event: Unowned<OwnedEvent>, emergencyId = trigger.id): EmergencyEvent {
  return { ...event, emergencyId } as EmergencyEvent;
}

/** The facts of three codes: the own PIN, the demo PIN beside an own one, and where there is no other. */
const codes = {
  own: { hasOwnPin: true, isOwn: true, isDemo: false },
  decoy: { hasOwnPin: true, isOwn: false, isDemo: true },
  demo: { hasOwnPin: false, isOwn: false, isDemo: true },
} satisfies Record<UnlockingCode, CodeFacts>;

/** A code that was typed in the emergency that `trigger` starts, of which this page called last, or in another one. */
export function typed(
  code: UnlockingCode,
  {
    typedIn = trigger.id,
    goesHome = false,
    typedAt = 9e14,
    lastCall = trigger,
  }: Partial<CodeTried> = {},
): CodeTried {
  return { type: "code-tried", ...codes[code], typedIn, goesHome, typedAt, lastCall };
}

/** Plays events one after the other. */
export function play(events: readonly EmergencyEvent[], from: EmergencyState = IDLE) {
  let state = from;
  const effects: EmergencyEffect[] = [];
  for (const event of events) {
    const step = next(state, event);
    state = step.state;
    effects.push(...step.effects);
  }
  return { state, effects, types: effects.map((effect) => effect.type) };
}

/** What was said meanwhile. */
export const toasts = (effects: readonly EmergencyEffect[]) =>
  effects.flatMap((effect) => (effect.type === "toast" ? [effect.message] : []));
/** The timers that were started meanwhile. */
export const waits = (effects: readonly EmergencyEffect[]) =>
  effects.flatMap((effect) => (effect.type === "wait" ? [[effect.ms, effect.event.type]] : []));
/** The emergency begins. */
export const begun: EmergencyEvent = { type: "triggered", trigger };
/** Sound is being recorded. */
export const started = own({ type: "recording-started", id: "r1" });
/** A chunk of sound is on the disk. */
export const heard = own({ type: "sound-written", isKept: true, level: 0.5 });

/** The disk has the state. */
export const kept = own({ type: "state-kept", sequence: 0 });

/** A real emergency by the button, of which nothing more is known. */
export const realEmergency: Emergency = {
  id: "e",
  kind: "real",
  triggeredBy: "button",
  triggeredAt: 0,
  safeWord: null,
  text: "Help",
  location: null,
  messages: [],
  isDecoy: false,
  isDisguised: false,
  ownPin: "",
  alarms: 1,
  alarmedAt: 0,
  alarmDueAt: null,
  calledAt: 0,
  sequence: 1,
  joined: [],
};
