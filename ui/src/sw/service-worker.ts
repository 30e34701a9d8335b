/** The service worker: the app opens from the device, and nothing else is touched. */
import { cleanupOutdatedCaches, matchPrecache, precache } from "workbox-precaching";
import { planFor } from "./routes.ts";

declare const self: ServiceWorkerGlobalScope;
/** Addresses and revisions of the app's documents and files, written by the build. */
declare const __PRECACHE__: { url: string; revision: string | null }[];

/** How long a public page may take to answer, in milliseconds. */
const PATIENCE_MS = 3_000;
/** How long an open page may take to answer that it lives, in milliseconds. */
const SIGN_OF_LIFE_MS = 3_000;
/** The lock that a page holds while it is locked, recording or listening. */
const BUSY = "busy";

/** Told when an open page says that it lives; listeners must be there from the start. */
let answered = (): void => undefined;

precache(__PRECACHE__);
cleanupOutdatedCaches();

self.addEventListener("install", (event) => event.waitUntil(replaceDeadRelease()));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

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
});

async function kept(path: string, request: Request): Promise<Response> {
  return (await matchPrecache(path)) ?? fetch(request);
}

/** The network's answer, or the way to a page that is kept when there is none in time. */
async function inTime(request: Request, fallback: string): Promise<Response> {
  const elsewhere = () => Response.redirect(fallback, 302);
  const patience = new Promise<Response>((resolve) => {
    setTimeout(() => resolve(elsewhere()), PATIENCE_MS);
  });
  return Promise.race([fetch(request).catch(elsewhere), patience]);
}

async function isBusy(): Promise<boolean> {
  const locks = await self.navigator.locks?.query();
  return locks?.held?.some((lock) => lock.name === BUSY) ?? false;
}

/** Waiting for the activation would hold up the very event that it waits for. */
async function activateWhenCalm(): Promise<void> {
  if (!(await isBusy())) void self.skipWaiting();
}

/**
 * A release whose script does not run could never ask for its own replacement. When pages are open
 * and none of them answers, this worker takes over at once.
 */
async function replaceDeadRelease(): Promise<void> {
  if (!self.registration.active) return;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.length === 0) return;
  const isAlive = await new Promise<boolean>((resolve) => {
    answered = () => resolve(true);
    for (const page of pages) page.postMessage({ type: "ALIVE?" });
    setTimeout(() => resolve(false), SIGN_OF_LIFE_MS);
  });
  if (!isAlive) await activateWhenCalm();
}
