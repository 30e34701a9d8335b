/** Idle callbacks after the page has loaded. */

/** The timeout of the idle callback after the load event, in milliseconds. */
const idleTimeoutMs = 3000;

/** Runs `task` when the page has loaded and the browser is idle, or after the timeout. */
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

/** Runs `task` after the screen was drawn with what changed just now. */
export function afterPaint(task: () => void): void {
  requestAnimationFrame(() => setTimeout(task));
}
