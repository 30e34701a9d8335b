/** What several tabs of the app agree on: who does a thing, and that something changed. */

const CHANNEL = "emergency";

/** Runs `work` while this tab alone holds the name; waits for its turn. Without locks it just runs. */
export async function whileHolding(
  name: string,
  work: () => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  if (navigator.locks === undefined) {
    return work();
  }
  return navigator.locks.request(name, signal === undefined ? {} : { signal }, work);
}

/** Whether any tab holds the name now. */
export async function isHeldElsewhere(name: string): Promise<boolean> {
  const held = (await navigator.locks?.query())?.held ?? [];
  return held.some((lock) => lock.name === name);
}

/** Tells the other tabs that the emergency changed; they read it from the database themselves. */
export function tellOtherTabs(): void {
  if (typeof BroadcastChannel === "undefined") {
    return;
  }
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage("changed");
  channel.close();
}

/** Calls back when another tab says so; returns how to stop. */
export function onOtherTab(listener: () => void): () => void {
  if (typeof BroadcastChannel === "undefined") {
    return () => undefined;
  }
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", listener);
  return () => channel.close();
}
