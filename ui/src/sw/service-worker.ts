/** The service worker: it answers the app's pages from the cache and leaves everything else alone. */
import { cacheApp, cachedResponse, deleteOldReleases, shouldCacheApp } from "./app-cache.ts";
import { planFor } from "./routes.ts";

declare const self: ServiceWorkerGlobalScope;

/** How long a public page may take to answer, in milliseconds. */
const PATIENCE_MS = 3_000;
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
  else if (plan.type === "race") event.respondWith(inTime(request, plan.fallback));
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

/** The network's answer, or a redirect to a cached page when there is none in time. */
async function inTime(request: Request, fallback: string): Promise<Response> {
  const answer = fetch(request);
  answer.catch(() => undefined);
  // Without a cached app there is nothing to redirect to, however long the network takes.
  if ((await cachedResponse(fallback).catch(() => undefined)) === undefined) return answer;
  const elsewhere = () => Response.redirect(fallback, 302);
  const patience = new Promise<Response>((resolve) => {
    setTimeout(() => resolve(elsewhere()), PATIENCE_MS);
  });
  return Promise.race([answer.catch(elsewhere), patience]);
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
