/** Counts Shift presses for the quick exit: a press counts when Shift was held alone. */
import { quickExitPresses, quickExitWindowMs } from "#content/limits.ts";

/** When Shift was pressed, and whether the key that is down now is still alone. */
export type Presses = { readonly times: readonly number[]; readonly isAlone: boolean };

/** A key event as far as it matters here. */
export type KeyEvent = { readonly type: "down" | "up"; readonly key: string };

/** Before any key. */
export const noPresses: Presses = { times: [], isAlone: false };

/** Takes one key event at `nowMs`; typing anything else starts the count anew. */
export function countPress(presses: Presses, event: KeyEvent, nowMs: number): Presses {
  if (event.key !== "Shift") return noPresses;
  if (event.type === "down") return { ...presses, isAlone: true };
  if (!presses.isAlone) return presses;
  const recent = presses.times.filter((time) => nowMs - time < quickExitWindowMs);
  return { times: [...recent, nowMs], isAlone: false };
}

/** Whether it is time to leave. */
export function isExit(presses: Presses): boolean {
  return presses.times.length >= quickExitPresses;
}
