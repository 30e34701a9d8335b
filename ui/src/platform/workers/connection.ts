/** The network connection. */

/** False when the device knows that it has no connection. */
export function isOnline(): boolean {
  return navigator.onLine;
}

/** Calls back when the device goes online or offline; returns how to stop. */
export function onConnection(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}
