/** The page's visibility. */

/** Whether the page is visible. */
export function isVisible(): boolean {
  return document.visibilityState === "visible";
}

/** Calls back when the page becomes visible or hidden; returns how to stop. */
export function onVisibility(listener: (isVisible: boolean) => void): () => void {
  const changed = () => listener(isVisible());
  document.addEventListener("visibilitychange", changed);
  return () => document.removeEventListener("visibilitychange", changed);
}

/** Calls back when the user leaves for another app: the page is hidden or loses the focus. Returns how to stop. */
export function onLeave(listener: () => void): () => void {
  const hidden = () => {
    if (!isVisible()) {
      listener();
    }
  };
  document.addEventListener("visibilitychange", hidden);
  window.addEventListener("blur", listener);
  return () => {
    document.removeEventListener("visibilitychange", hidden);
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
