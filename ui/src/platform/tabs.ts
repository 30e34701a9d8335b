/** What several tabs of the app agree on: who does a thing, and that something changed. */

const CHANNEL = "emergency";

const locks = (): LockManager | null => navigator.locks ?? null;

/**
 * Runs `work` while this tab alone holds the name; waits for its turn. A browser that has no locks, or will
 * not give any, must not keep an emergency from being recorded: there it just runs.
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

/** Whether any tab holds the name now. */
export async function isHeldElsewhere(name: string): Promise<boolean> {
  try {
    const held = (await locks()?.query())?.held ?? [];
    return held.some((lock) => lock.name === name);
  } catch {
    return false;
  }
}

let channel: BroadcastChannel | null | undefined;

/** One channel for speaking and hearing, because a channel alone does not hear what it says itself. */
function shared(): BroadcastChannel | null {
  channel ??= typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANNEL);
  return channel;
}

/** Tells the other tabs that the emergency changed; they read it from the database themselves. */
export function tellOtherTabs(): void {
  shared()?.postMessage("changed");
}

/** Calls back when another tab says so; returns how to stop. */
export function onOtherTab(listener: () => void): () => void {
  const known = shared();
  known?.addEventListener("message", listener);
  return () => known?.removeEventListener("message", listener);
}
