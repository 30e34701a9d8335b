/** The page's visibility. */

/** Whether the page is visible. */
export function isVisible(): boolean {
  return document.visibilityState === "visible";
}

function onTurn(isToVisible: boolean, listener: () => void): () => void {
  const changed = () => {
    if (isVisible() === isToVisible) listener();
  };
  document.addEventListener("visibilitychange", changed);
  return () => document.removeEventListener("visibilitychange", changed);
}

/** Calls back when the page becomes visible; returns how to stop. */
export function onShown(listener: () => void): () => void {
  return onTurn(true, listener);
}

/**
 * Calls back when the page gets hidden; returns how to stop. It may be frozen or gone in the next instant: for what ends
 * then, and not for what begins.
 */
export function onHidden(listener: () => void): () => void {
  return onTurn(false, listener);
}

/** Calls back when the user leaves for another app: the page is hidden or loses the focus. Returns how to stop. */
export function onLeave(listener: () => void): () => void {
  const stop = onHidden(listener);
  window.addEventListener("blur", listener);
  return () => {
    stop();
    window.removeEventListener("blur", listener);
  };
}

/** Calls back when this page is shown from the back/forward cache, as it was left; returns how to stop. */
export function onRestored(listener: () => void): () => void {
  const shown = (event: PageTransitionEvent) => {
    if (event.persisted) listener();
  };
  window.addEventListener("pageshow", shown);
  return () => window.removeEventListener("pageshow", shown);
}
