/** The service worker: it answers the app's pages and files from the cache. Public pages come from the network. */

import * as paths from "#content/paths.ts";
import { cacheApp, cachedResponse, deleteOldReleases, shouldCacheApp } from "./app-cache.ts";
import { offlinePage } from "./offline-page.ts";
import { planFor } from "./routes.ts";

declare const self: ServiceWorkerGlobalScope;

/** How long an open page may take to answer that its script runs, in milliseconds. */
const RESPONSE_MS = 3_000;
/** The lock that a page holds while it is locked, recording or listening. */
const BUSY = "busy";

/** Called when an open page answers; message listeners must be added at the start. */
let answered = (): void => undefined;

self.addEventListener("install", (event) => event.waitUntil(install(event)));
self.addEventListener("activate", (event) => event.waitUntil(activate()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const plan = planFor({
    method: request.method,
    isNavigation: request.mode === "navigate",
    isOwnOrigin: url.origin === self.location.origin,
    pathname: url.pathname,
  });
  if (plan.type === "shell") event.respondWith(kept(plan.path, request));
  else if (plan.type === "main") event.respondWith(mainPage(request));
  else if (plan.type === "online") event.respondWith(publicPage(request));
  else if (plan.type === "asset") event.respondWith(kept(url.pathname, request));
});

self.addEventListener("message", (event) => {
  const { type } = event.data as { type?: string };
  if (type === "ALIVE") answered();
  if (type === "PING") event.source?.postMessage({ type: "PONG" });
  if (type === "ACTIVATE") event.waitUntil(activateWhenCalm());
  if (type === "KEEP") event.waitUntil(cacheApp(event));
});

async function install(event: ExtendableEvent): Promise<void> {
  if (await shouldCacheApp()) await cacheApp(event);
  await replaceDeadRelease();
}

async function activate(): Promise<void> {
  await deleteOldReleases();
  await self.clients.claim();
}

async function kept(path: string, request: Request): Promise<Response> {
  return (await cachedResponse(path)) ?? fetch(request);
}

/**
 * The main path: the app's main screen on a device that has the app, else the landing page from the network. Without
 * any network the cached main screen is better than the browser's error.
 */
async function mainPage(request: Request): Promise<Response> {
  const isKept = await hasApp();
  const mainScreen = () => Response.redirect(paths.home, 302);
  if (isKept && (await isAppFirst())) return mainScreen();
  const answer = fetch(request);
  return isKept ? answer.catch(mainScreen) : answer;
}

/** A page from the network, and without one a page with the way back to the app, where there is an app. */
function publicPage(request: Request): Promise<Response> {
  return fetch(request).catch(async (error: unknown) => {
    if (await hasApp()) return offlinePage();
    throw error;
  });
}

/** Whether the app is in the cache. */
async function hasApp(): Promise<boolean> {
  return (await cachedResponse(paths.home)) !== undefined;
}

/** Whether the server would answer the main path with the app; false where a worker cannot read cookies. */
async function isAppFirst(): Promise<boolean> {
  try {
    return (await self.cookieStore.get("view"))?.value === "app";
  } catch {
    return false;
  }
}

async function isBusy(): Promise<boolean> {
  const locks = await self.navigator.locks?.query();
  return locks?.held?.some((lock) => lock.name === BUSY) ?? false;
}

/** Activates unless a page is busy. Not awaited: activation waits for the event that calls this. */
async function activateWhenCalm(): Promise<void> {
  if (!(await isBusy())) void self.skipWaiting();
}

/**
 * Activates at once when pages are open and none of them answers: a release whose script does not run
 * could never ask for its own replacement.
 */
async function replaceDeadRelease(): Promise<void> {
  if (!self.registration.active) return;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.length === 0) return;
  const isAlive = await new Promise<boolean>((resolve) => {
    answered = () => resolve(true);
    for (const page of pages) page.postMessage({ type: "ALIVE?" });
    setTimeout(() => resolve(false), RESPONSE_MS);
  });
  if (!isAlive) await activateWhenCalm();
}
