/** An alarm that was stored without a connection goes out when it returns, although no page is open any more. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { takeProblems, unreachable } from "./browser.ts";
import { type GuardedPhones, openHome, startGuarded } from "./guardian-phones.ts";
import { patience, startReal } from "./phone.ts";

let phones: GuardedPhones;

beforeEach(async () => {
  phones = await startGuarded();
  // Browsers allow it unasked; the debugging protocol denies what a test does not name.
  await phones.her.context.grantPermissions(["background-sync"], { origin: phones.server.origin });
  await openHome(phones.her.page, phones.server.origin);
}, 120_000);
afterEach(async () => {
  await phones.stop();
  takeProblems(phones.her.problems, unreachable);
  takeProblems(phones.his.problems, unreachable);
  // What the worker could not send it says by a rejection, so that the browser tries again.
  takeProblems(phones.her.problems, /Some of it has to wait/);
}, 60_000);

/** Background Sync, which TypeScript does not know (WICG, Chromium only). */
type Synced = { sync: { getTags: () => Promise<string[]> } };

test("the service worker sends it, the guardian's phone shows it, and the next page knows", async () => {
  const { her, his, server } = phones;
  await his.leave();
  // Pages of another origin speak for the browser when hers are gone.
  const outside = await her.context.newPage();
  const devtools = await her.context.newCDPSession(outside);
  const registered = new Promise<string>((resolve) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL === `${server.origin}/watch`);
      if (ours !== undefined) resolve(ours.registrationId);
    });
  });
  await devtools.send("ServiceWorker.enable");
  const registrationId = await registered;
  await server.kill();
  await startReal(her.page);
  await her.page.getByText("Sending to Ben", { exact: true }).waitFor(patience);
  const tags = () =>
    her.page.evaluate(async () => {
      const found = await navigator.serviceWorker.getRegistration("/watch");
      return (found as unknown as Synced).sync.getTags();
    });
  await expect.poll(tags, patience).toEqual(["outbox"]);
  await her.page.close();
  await server.restart();
  const { origin } = server;
  const event = { origin, registrationId, tag: "outbox", lastChance: false };
  await devtools.send("ServiceWorker.dispatchSyncEvent", event);
  const titles = () => his.notifications().map(({ title }) => title);
  await expect.poll(titles, patience).toEqual(["Mia needs help"]);
  await outside.goto(`${origin}/home`);
  await outside.getByText("On Ben's phone", { exact: true }).waitFor(patience);
}, 120_000);
