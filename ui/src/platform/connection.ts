/** Whether the device believes that it is online. */

/** False only when the device is sure that it has no connection. */
export function isOnline(): boolean {
  return navigator.onLine;
}

/** Calls back when the belief changes; returns how to stop. */
export function onConnection(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}
