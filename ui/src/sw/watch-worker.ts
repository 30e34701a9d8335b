/**
 * The worker of guardian links, beside the app's own and without its files: on a guardian's phone it shows alerts and keeps
 * the guardian's page, on the other one it sends what waits for a connection.
 */
import * as paths from "#content/paths.ts";
import { sendOutbox } from "#sync/guardian-outbox.ts";
import { alertGuardian, notificationTapped } from "./push.ts";
import { subscriptionChanged } from "./subscription.ts";
import { keepFirst, keepVisited, watchFile, watchPage } from "./watch-page.ts";

declare const self: ServiceWorkerGlobalScope;

self.addEventListener("install", (event) => {
  void self.skipWaiting();
  // What cannot be kept now is kept at the next visit.
  event.waitUntil(keepFirst());
});
self.addEventListener("push", (event) => event.waitUntil(alertGuardian(event)));
self.addEventListener("pushsubscriptionchange", (event) =>
  event.waitUntil(subscriptionChanged(event)),
);
self.addEventListener("notificationclick", (event) => event.waitUntil(notificationTapped(event)));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate" && pathname === paths.watch) {
    const answer = fetch(request);
    event.waitUntil(keepVisited(answer).catch(() => undefined));
    event.respondWith(watchPage(answer));
  } else if (pathname.startsWith(paths.assets)) {
    event.respondWith(watchFile(request));
  }
});

/** Sends; a rejection lets the browser try again later. It comes seldom, and may be the last try of an alarm, so nothing is left out. */
async function sendAll(): Promise<void> {
  if (!(await sendOutbox({ isUrgent: true }))) throw new Error("Some of it has to wait.");
}

// Background Sync, whose event TypeScript does not know (WICG, Chromium only).
self.addEventListener("sync", (event) => (event as ExtendableEvent).waitUntil(sendAll()));
