/** The app in the cache: when it is cached, how it is found, and when old releases are deleted. */
import { cleanupOutdatedCaches, PrecacheController } from "workbox-precaching";
import { isOfRelease } from "./release-rules.ts";
import { appPaths } from "./routes.ts";

declare const self: ServiceWorkerGlobalScope;
/** URLs and revisions of the app's files and, last, its documents, written by the build. */
declare const __PRECACHE__: readonly PrecacheFile[];
type PrecacheFile = { readonly url: string; readonly revision: string | null };
type Plugins = NonNullable<ConstructorParameters<typeof PrecacheController>[0]>["plugins"];

/** The cache with the current release's list of files, which the next release reads. */
const RELEASES = "releases";
const CURRENT = "/current";

const controller = new PrecacheController();
controller.addToCacheList([...__PRECACHE__]);
cleanupOutdatedCaches();

/** The cached response for `path`, or undefined, also where the browser cannot look, as on a full disk. */
export async function cachedResponse(path: string): Promise<Response | undefined> {
  try {
    return (await controller.matchPrecache(path)) ?? (await caches.match(path));
  } catch {
    return;
  }
}

/**
 * Whether to cache the app: an app page is open, or an earlier release is cached. A visitor of public
 * pages gets nothing of it onto a phone that others may search.
 */
export async function shouldCacheApp(): Promise<boolean> {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.some((page) => appPaths.includes(new URL(page.url).pathname))) return true;
  return (await caches.open(controller.strategy.cacheName)).keys().then((keys) => keys.length > 0);
}

/**
 * How many files are fetched at once. A controller of Workbox fetches one after the other, which takes most of a minute on a
 * line that answers after 400 ms. A browser has six connections to a server without HTTP/2, and a page may need one at any time.
 */
const AT_ONCE = 4;

/** Caches every file that is not cached yet, and after them the documents; extends `event`. */
export async function cacheApp(event: ExtendableEvent): Promise<void> {
  const last = __PRECACHE__.slice(-1);
  if ((await controller.matchPrecache(last[0]?.url ?? "")) !== undefined) return;
  // Workbox precaches in an install event only, but the app may first be opened long after it.
  const waitUntil = (promise: Promise<unknown>) => event.waitUntil(promise);
  const install = { type: "install", waitUntil } as ExtendableEvent;
  const isDocument = ({ url }: PrecacheFile) => appPaths.includes(url);
  await keepAll(
    __PRECACHE__.filter((file) => !isDocument(file)),
    install,
  );
  // A cached document has all its files.
  await keepAll(__PRECACHE__.slice(0, -1).filter(isDocument), install, ownDocuments);
  // Where the last one is cached everything is.
  await keepAll(last, install, ownDocuments);
}

/**
 * Caches documents of this release alone. The server may be replaced while they are fetched, and then another one answers,
 * whose documents name files that are not cached: such an app would not open without a connection. What is refused here is
 * tried again at the next visit.
 */
const ownDocuments: Plugins = [
  {
    cacheWillUpdate: async ({ response }) => {
      const files = __PRECACHE__.map(({ url }) => url);
      return response.ok && isOfRelease(await response.clone().text(), files) ? response : null;
    },
  },
];

/** Caches those of these files that are not cached yet, in any order. */
async function keepAll(
  files: readonly PrecacheFile[],
  event: ExtendableEvent,
  plugins: Plugins = [],
): Promise<void> {
  const installs = Array.from({ length: AT_ONCE }, (_, lane) => {
    const some = new PrecacheController({ plugins });
    some.addToCacheList(files.filter((_file, index) => index % AT_ONCE === lane));
    return some.install(event);
  });
  await Promise.all(installs);
}

/**
 * Deletes what neither this release nor the one before it needs: pages of the latter may still be
 * open and load chunks.
 */
export async function deleteOldReleases(): Promise<void> {
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
