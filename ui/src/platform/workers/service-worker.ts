/** The page's side of the service worker: registration, cache, updates, keep-alive. */
import { releaseLookMs, voiceLimits } from "#content/limits.ts";
import * as paths from "#content/paths.ts";
import { wallTime } from "#platform/clock.ts";
import { onShown } from "#platform/page/visibility.ts";
import { trustedScriptUrl } from "#platform/trusted-scripts.ts";

/** The Web Lock that keeps the worker from updating. */
const BUSY = "busy";

/** Registers the worker once the page has loaded; a failure is only logged. */
export function registerServiceWorker(): void {
  const { serviceWorker } = navigator;
  if (serviceWorker === undefined) return;
  serviceWorker.addEventListener("message", ({ data, source }) => {
    if (data?.type === "ALIVE?") (source as ServiceWorker | null)?.postMessage({ type: "ALIVE" });
  });
  const register = async () => {
    try {
      const registration = await serviceWorker.register(trustedScriptUrl(paths.serviceWorker), {
        scope: "/",
        updateViaCache: "none",
      });
      if (registration.waiting !== null) beginWaiting(registration, registration.waiting);
      lookForReleases(registration);
    } catch (error) {
      // biome-ignore lint/suspicious/noConsole: a failed registration is logged and nothing else.
      console.info("The service worker was not registered", error);
    }
  };
  if (document.readyState === "complete") void register();
  else window.addEventListener("load", () => void register(), { once: true });
}

/** Browsers look for a release when a document is loaded, which an app that stays open for days does not do. */
function lookForReleases(registration: ServiceWorkerRegistration): void {
  let lookedAt = wallTime();
  onShown(() => {
    if (Math.abs(wallTime() - lookedAt) < releaseLookMs) return;
    lookedAt = wallTime();
    // Without a connection it fails, and the next day has another try.
    registration.update().catch(() => undefined);
  });
}

/**
 * Asks the worker to cache the app, unless it has. Only app pages do: a visitor of public pages gets
 * nothing cached.
 */
export async function cacheApp(): Promise<void> {
  const { serviceWorker } = navigator;
  if (serviceWorker === undefined) return;
  const { active } = await serviceWorker.ready;
  // Not asked without need: a worker that handles a message delays a new release.
  // The worker caches this page last.
  if ((await caches.match(paths.postDownload, { ignoreSearch: true })) !== undefined) return;
  active?.postMessage({ type: "KEEP" });
}

/**
 * When a waiting release is asked to activate, in milliseconds after the load. Chromium ignores the
 * request while the old release still serves this page's files.
 */
const ACTIVATE_AT_MS = [3_000, 15_000] as const;

/** Activates a release that has waited since the last visit; a newer one waits for the next visit. */
function beginWaiting(registration: ServiceWorkerRegistration, waiting: ServiceWorker): void {
  for (const ms of ACTIVATE_AT_MS) {
    setTimeout(() => {
      if (registration.waiting === waiting) waiting.postMessage({ type: "ACTIVATE" });
    }, ms);
  }
}

/** Resolves when the worker is active; rejects when it never will be, as one that could not be installed, or gave way to another. */
function untilActive(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (worker.state === "activated") resolve();
      if (worker.state === "redundant") reject(new Error("The worker was not activated."));
    };
    worker.addEventListener("statechange", look);
    look();
  });
}

/**
 * Registers the worker of guardian links, unless it is; resolves when it is active, and rejects when it cannot be. Without a
 * link nobody has it.
 */
export async function watchRegistration(): Promise<ServiceWorkerRegistration> {
  const { serviceWorker } = navigator;
  const url = trustedScriptUrl(paths.watchWorker);
  const options = { scope: paths.watch, updateViaCache: "none" } as const;
  const found = await ownRegistration();
  // One without a worker is being made by another call: registering again waits for it.
  const registration =
    found !== undefined && workerOf(found) !== null
      ? found
      : await serviceWorker.register(url, options);
  const worker = workerOf(registration);
  if (worker === null) throw new Error("There is no worker.");
  await untilActive(worker).catch((error) => {
    // A newer one may have taken its place.
    const newer = workerOf(registration);
    if (newer === null || newer === worker) throw error;
    return untilActive(newer);
  });
  return registration;
}

const workerOf = ({ active, waiting, installing }: ServiceWorkerRegistration) =>
  active ?? waiting ?? installing;

/** The worker's registration where there is one; the app's own worker has another scope. */
async function ownRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  const found = await navigator.serviceWorker.getRegistration(paths.watch);
  return found !== undefined && new URL(found.scope).pathname === paths.watch ? found : undefined;
}

/** The tag of the background sync that sends what waits for guardians. */
const OUTBOX_SYNC = "outbox";

/** Asks the browser to wake the worker once there is a connection, even without a page (Background Sync; Chromium only). */
export function askForSync(): void {
  type SyncManager = { register: (tag: string) => Promise<void> };
  const register = async () => {
    const registration = (await ownRegistration()) as { sync?: SyncManager } | undefined;
    await registration?.sync?.register(OUTBOX_SYNC);
  };
  register().catch(() => undefined);
}

/** Registers the worker of guardian links for that, while there is a connection. */
export function prepareSync(): void {
  if ("SyncManager" in globalThis) keepWatchPage();
}

/** Registers the worker of guardian links; on a guardian's device it keeps their page for times without a connection. */
export function keepWatchPage(): void {
  if (navigator.serviceWorker !== undefined) watchRegistration().catch(() => undefined);
}

/** Pings the worker every 15 s until the returned function is called. */
export function startKeepAlive(): () => void {
  const ping = () => navigator.serviceWorker?.controller?.postMessage({ type: "PING" });
  ping();
  const timer = setInterval(ping, voiceLimits.keepAliveMs);
  return () => clearInterval(timer);
}

/** Keeps the worker from updating until the returned function is called. */
export function holdUpdates(): () => void {
  const release = new AbortController();
  const held = new Promise<void>((resolve) => {
    release.signal.addEventListener("abort", () => resolve());
  });
  navigator.locks?.request(BUSY, { mode: "shared" }, () => held).catch(() => undefined);
  return () => release.abort();
}
