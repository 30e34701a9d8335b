/** The quick exit: hides the page at once, then replaces it in the history. */
import { quickExitTitle, quickExitUrl } from "#content/product.ts";
import { countPress, isExit, noPresses } from "./quick-exit-presses.ts";

/** Handles exit links, and three presses of Shift within five seconds. */
export function startQuickExit(): void {
  let presses = noPresses;
  const onKey = (event: KeyboardEvent): void => {
    if (event.repeat) return;
    const type = event.type === "keydown" ? "down" : "up";
    presses = countPress(presses, { type, key: event.key }, event.timeStamp);
    if (isExit(presses)) leave();
  };
  addEventListener("keydown", onKey, true);
  addEventListener("keyup", onKey, true);
  addEventListener("click", onClick, true);
  // A page restored from the back/forward cache must be visible again.
  addEventListener("pageshow", () => {
    presses = noPresses;
    delete document.documentElement.dataset["leaving"];
  });
}

function onClick(event: MouseEvent): void {
  const target = event.target;
  if (!(target instanceof Element) || target.closest("[data-quick-exit]") === null) return;
  event.preventDefault();
  leave();
}

function leave(): void {
  document.documentElement.dataset["leaving"] = "";
  document.title = quickExitTitle;
  location.replace(quickExitUrl);
}
