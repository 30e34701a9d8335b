/** Whether anybody can see this page. */

/** Whether the page is on the screen now. */
export function isVisible(): boolean {
  return document.visibilityState === "visible";
}

/** Calls back whenever the page comes to or leaves the screen; returns how to stop. */
export function onVisibility(listener: (isVisible: boolean) => void): () => void {
  const changed = () => listener(isVisible());
  document.addEventListener("visibilitychange", changed);
  return () => document.removeEventListener("visibilitychange", changed);
}

/** Calls back once the person left for another app, by hiding the page or taking its focus away. */
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
