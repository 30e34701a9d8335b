/** The page's side of the service worker: registering it, keeping it awake, letting it update. */
import { voiceLimits } from "#content/limits.ts";
import * as paths from "#content/paths.ts";
import { trustedScriptUrl } from "./trusted-scripts.ts";

/** The lock that the worker looks for before it updates. */
const BUSY = "busy";

/** Registers the worker once the page has loaded; a failure is only logged (spec section 2). */
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
    } catch (error) {
      // biome-ignore lint/suspicious/noConsole: the spec wants this failure logged and nothing more.
      console.info("The service worker was not registered.", error);
    }
  };
  if (document.readyState === "complete") void register();
  else window.addEventListener("load", () => void register(), { once: true });
}

/**
 * Asks the worker to keep the app on this device, where it does not yet. Only pages of the app do:
 * the worker of somebody who looks at the public pages keeps nothing.
 */
export async function keepAppOnDevice(): Promise<void> {
  const { serviceWorker } = navigator;
  if (serviceWorker === undefined) return;
  const { active } = await serviceWorker.ready;
  // A worker that has anything to do cannot be followed by a new release.
  // This page is the last that the worker keeps: where it is, everything is.
  if ((await caches.match(paths.postDownload, { ignoreSearch: true })) !== undefined) return;
  active?.postMessage({ type: "KEEP" });
}

/**
 * When a waiting version is asked to begin, in milliseconds after the load. Chromium never lets it
 * when it is asked while the version before still serves this page's files: it must have come to rest.
 */
const ACTIVATE_AT_MS = [3_000, 15_000] as const;

/** A version that waits since the last visit may begin now; a newer one waits for the next visit. */
function beginWaiting(registration: ServiceWorkerRegistration, waiting: ServiceWorker): void {
  for (const ms of ACTIVATE_AT_MS) {
    setTimeout(() => {
      if (registration.waiting === waiting) waiting.postMessage({ type: "ACTIVATE" });
    }, ms);
  }
}

/** Pings the worker every 15 s until the returned function is called (spec section 9). */
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
