/** Counts presses of Shift for the quick exit; a press counts when no other key is pressed with it. */
import { quickExitPresses, quickExitWindowMs } from "#content/limits.ts";

/** The times of the presses, and whether Shift is down without another key. */
export type Presses = { readonly times: readonly number[]; readonly isAlone: boolean };

/** The part of a keyboard event that matters here. */
export type KeyEvent = { readonly type: "down" | "up"; readonly key: string };

/** No presses yet. */
export const noPresses: Presses = { times: [], isAlone: false };

/** The presses after one key event at `nowMs`; any other key resets the count. */
export function countPress(presses: Presses, event: KeyEvent, nowMs: number): Presses {
  if (event.key !== "Shift") return noPresses;
  if (event.type === "down") return { ...presses, isAlone: true };
  if (!presses.isAlone) return presses;
  const recent = presses.times.filter((time) => nowMs - time < quickExitWindowMs);
  return { times: [...recent, nowMs], isAlone: false };
}

/** Whether there are enough presses to leave. */
export function isExit(presses: Presses): boolean {
  return presses.times.length >= quickExitPresses;
}
