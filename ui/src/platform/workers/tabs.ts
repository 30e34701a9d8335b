/** Coordination between tabs of the app: locks and change messages. */
import { onLeft, untilBack } from "#platform/page/page-left.ts";

const CHANNEL = "emergency";

const locks = (): LockManager | null => globalThis.navigator?.locks ?? null;

/** A signal that ends waiting for a lock: when `outer` does, or when the page is left. */
function waitingSignal(outer: AbortSignal | undefined) {
  const ending = new AbortController();
  const end = () => ending.abort();
  if (outer?.aborted) end();
  outer?.addEventListener("abort", end);
  const stopLooking = onLeft(end);
  const stop = () => {
    outer?.removeEventListener("abort", end);
    stopLooking();
  };
  return { signal: ending.signal, stop };
}

/**
 * Runs `work` while this tab holds the lock `name`; waits for it. Where a browser has no locks or refuses one, it runs
 * without, because an emergency must be recorded anyway. A page that is left while it waits asks again when it is back.
 * WebKit takes the lock from a page that it freezes; work that had begun goes on when the page is shown again.
 */
export async function whileHolding(
  name: string,
  work: () => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  let going: Promise<void> | null = null;
  const begin = () => {
    going = work();
    return going;
  };
  const known = locks();
  if (known === null) return begin();
  for (;;) {
    await untilBack();
    const waiting = waitingSignal(signal);
    try {
      return await known.request(name, { signal: waiting.signal }, begin);
    } catch (error) {
      if (going !== null) return going;
      if (signal?.aborted) throw error;
      if (!waiting.signal.aborted) return begin();
    } finally {
      waiting.stop();
    }
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

/** Tells the other tabs that the emergency changed; they read what is stored of it. */
export function tellOtherTabs(): void {
  shared()?.postMessage("changed");
}

/** Calls back with every message of another tab; returns how to stop. */
function onMessage(listener: (message: unknown) => void): () => void {
  const known = shared();
  const heard = ({ data }: MessageEvent<unknown>) => listener(data);
  known?.addEventListener("message", heard);
  return () => known?.removeEventListener("message", heard);
}

/** Calls back when another tab changed the emergency; returns how to stop. */
export function onOtherTab(listener: () => void): () => void {
  return onMessage((message) => message === "changed" && listener());
}

/** That a tab stored a chunk of sound. */
export interface ChunkNews {
  readonly emergencyId: string;
  /** Its loudest sample, 0 to 1; null when unknown. */
  readonly level: number | null;
}

/** Tells the other tabs that this one stored a chunk. */
export function tellChunk({ emergencyId, level }: ChunkNews): void {
  shared()?.postMessage({ chunkOf: emergencyId, level });
}

/** Calls back when another tab stored a chunk; returns how to stop. */
export function onOtherTabsChunk(listener: (news: ChunkNews) => void): () => void {
  return onMessage((message) => {
    if (typeof message !== "object" || message === null || !("chunkOf" in message)) return;
    const { chunkOf, level } = message as { chunkOf: unknown; level?: unknown };
    if (typeof chunkOf !== "string") return;
    listener({ emergencyId: chunkOf, level: typeof level === "number" ? level : null });
  });
}

/** Tells the other tabs, and the service worker, that guardian links changed; they read them from the database. */
export function tellLinksChanged(): void {
  shared()?.postMessage("links");
}

/** Calls back when guardian links were changed elsewhere; returns how to stop. */
export function onLinksChangedElsewhere(listener: () => void): () => void {
  return onMessage((message) => message === "links" && listener());
}
