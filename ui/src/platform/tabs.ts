/** Coordination between tabs of the app: locks and change messages. */

const CHANNEL = "emergency";

const locks = (): LockManager | null => navigator.locks ?? null;

/**
 * Runs `work` while this tab holds the lock `name`; waits for it. Where a browser has no locks or
 * refuses one, it runs without, because an emergency must be recorded anyway.
 */
export async function whileHolding(
  name: string,
  work: () => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    return work();
  };
  try {
    const options = signal === undefined ? {} : { signal };
    await (locks()?.request(name, options, begin) ?? begin());
  } catch (error) {
    if (hasBegun || signal?.aborted) {
      throw error;
    }
    await begin();
  }
}

/** Whether any tab holds the lock. */
export async function isHeldElsewhere(name: string): Promise<boolean> {
  try {
    const held = (await locks()?.query())?.held ?? [];
    return held.some((lock) => lock.name === name);
  } catch {
    return false;
  }
}

let channel: BroadcastChannel | null | undefined;

/** One channel for sending and receiving, because a channel does not receive its own messages. */
function shared(): BroadcastChannel | null {
  channel ??= typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANNEL);
  return channel;
}

/** Tells the other tabs that the emergency changed; they read it from the database. */
export function tellOtherTabs(): void {
  shared()?.postMessage("changed");
}

/** Calls back when another tab changed the emergency; returns how to stop. */
export function onOtherTab(listener: () => void): () => void {
  const known = shared();
  known?.addEventListener("message", listener);
  return () => known?.removeEventListener("message", listener);
}
