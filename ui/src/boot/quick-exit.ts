/** The quick exit: hides the page at once, then replaces it in the history. */

import { quickExitPresses, quickExitWindowMs } from "#content/limits.ts";
import * as paths from "#content/paths.ts";
import { quickExitTitle, quickExitUrl } from "#content/product.ts";
import { isStandalone } from "#platform/page/display-mode.ts";
import { markLeaving, unmarkLeaving } from "#platform/page/leaving.ts";

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

/** Handles exit links, and three presses of Shift within five seconds. `onLeft` is called once the page is hidden and the next one is asked for. */
export function startQuickExit(onLeft: () => void): void {
  let presses = noPresses;
  const leave = (): void => {
    markLeaving();
    document.title = quickExitTitle;
    // An iPhone shows another site above the installed app, which stays as it was. The disguise is there offline too.
    location.replace(isStandalone() ? paths.heartMonitor : quickExitUrl);
    onLeft();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.repeat) return;
    const type = event.type === "keydown" ? "down" : "up";
    presses = countPress(presses, { type, key: event.key }, event.timeStamp);
    if (isExit(presses)) leave();
  };
  addEventListener("keydown", onKey, true);
  addEventListener("keyup", onKey, true);
  const onClick = (event: MouseEvent): void => {
    const target = event.target;
    if (!(target instanceof Element) || target.closest("[data-quick-exit]") === null) return;
    event.preventDefault();
    leave();
  };
  addEventListener("click", onClick, true);
  // A page restored from the back/forward cache must be visible again.
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    presses = noPresses;
    unmarkLeaving();
  });
}
