/** Waits for a moment in which the browser has nothing better to do. */

/** How long after the load event an idle moment is waited for, in milliseconds. */
const idleTimeoutMs = 3000;

/** Runs `task` once the page has loaded and the browser is idle, or does not become so in time. */
export function whenIdle(task: () => void): void {
  const wait = (): void => {
    if (typeof requestIdleCallback === "function") {
      requestIdleCallback(task, { timeout: idleTimeoutMs });
    } else {
      setTimeout(task, idleTimeoutMs);
    }
  };
  if (document.readyState === "complete") wait();
  else addEventListener("load", wait, { once: true });
}
