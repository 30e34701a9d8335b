/** What a step of the emergency machine is made of: the next state, and effects. */
import type { Message } from "#content/messages.ts";
import type { EmergencyEffect, EmergencyState, TimerEvent } from "./state.ts";

/** The next state and its effects, in the order in which they are to be done. */
export interface Step {
  readonly state: EmergencyState;
  readonly effects: readonly EmergencyEffect[];
}

/** Nothing to be done. */
export const noEffects = (state: EmergencyState): Step => ({ state, effects: [] });

/** A toast. */
export const toast = (message: Message): EmergencyEffect => ({ type: "toast", message });

/** A timer that belongs to an emergency. */
export const wait = (emergencyId: string, ms: number, event: TimerEvent): EmergencyEffect => ({
  type: "wait",
  ms,
  event: { ...event, emergencyId },
});

/** How long to wait until `at`, at most `mostMs`: the wall clock may have been set back. */
export const msUntil = (at: number, mostMs: number, now: number): number =>
  Math.min(Math.max(0, at - now), mostMs);

/** A state with its effects. */
export const step = (state: EmergencyState, ...effects: EmergencyEffect[]): Step => ({
  state,
  effects,
});

/** One step after another. */
export function andThen(first: Step, second: (state: EmergencyState) => Step): Step {
  const { state, effects } = second(first.state);
  return { state, effects: [...first.effects, ...effects] };
}
