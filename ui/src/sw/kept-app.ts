/** What the worker keeps of the app on the device: when it is fetched, found and given up. */
import { cleanupOutdatedCaches, PrecacheController } from "workbox-precaching";
import { appPaths } from "./routes.ts";

declare const self: ServiceWorkerGlobalScope;
/** Addresses and revisions of the app's files and, last, its documents, written by the build. */
declare const __PRECACHE__: { url: string; revision: string | null }[];

/** Where the list of the release that runs is written down, for the release after it. */
const RELEASES = "releases";
const CURRENT = "/current";

const controller = new PrecacheController();
controller.addToCacheList(__PRECACHE__);
cleanupOutdatedCaches();

/** The kept answer to `path`, or undefined. */
export async function keptAnswer(path: string): Promise<Response | undefined> {
  return (await controller.matchPrecache(path)) ?? caches.match(path);
}

/**
 * Whether the app is to be kept: it is open, or an earlier release is kept. Somebody who only looks
 * at the public pages gets none of it onto a phone that others may search.
 */
export async function isAppWanted(): Promise<boolean> {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.some((page) => appPaths.includes(new URL(page.url).pathname))) return true;
  return (await caches.open(controller.strategy.cacheName)).keys().then((keys) => keys.length > 0);
}

/** Fetches everything that is not kept yet, while `event` is held open. */
export async function keepApp(event: ExtendableEvent): Promise<void> {
  const last = __PRECACHE__[__PRECACHE__.length - 1]?.url ?? "";
  if ((await controller.matchPrecache(last)) !== undefined) return;
  // Workbox fetches only for what looks like an installation; the app may also be opened long after it.
  const waitUntil = (promise: Promise<unknown>) => event.waitUntil(promise);
  await controller.install({ type: "install", waitUntil } as ExtendableEvent);
}

/**
 * Gives up what neither this release nor the one before it needs: pages of the latter may still be
 * open, and load their late parts from here.
 */
export async function forgetOldReleases(): Promise<void> {
  const releases = await caches.open(RELEASES);
  const before = await releases.match(CURRENT);
  const current = [...controller.getURLsToCacheKeys().values()];
  if (before !== undefined) {
    const needed = new Set<string>([...current, ...((await before.json()) as string[])]);
    const cache = await caches.open(controller.strategy.cacheName);
    const keys = await cache.keys();
    await Promise.all(keys.filter(({ url }) => !needed.has(url)).map((key) => cache.delete(key)));
  }
  await releases.put(CURRENT, new Response(JSON.stringify(current)));
}
