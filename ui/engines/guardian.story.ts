/** A guardian is linked and told, with pages of the app left behind in the page cache. */
import { afterAll, beforeAll, test } from "vitest";
import { startServer, type TestServer } from "../e2e/server.ts";
import type { Push } from "./browser.ts";
import { lacks, startPush } from "./engine.ts";
import { linkPhones } from "./linked.ts";
import { openHome, openPage, startReal } from "./pages.ts";

let server: TestServer;
let push: Push | null;

beforeAll(async () => {
  push = await startPush();
  server = await startServer({
    RATE_LIMITS: "off",
    ...(push !== null && { PUSH_HOSTS: push.hosts }),
  });
});
afterAll(async () => {
  await server.stop();
  push?.stop();
});

test("a guardian is told of an emergency that starts after the main screen was loaded as a document, and the answer outlives a kill", async () => {
  const { her, his } = await linkPhones(server.origin, push);
  await openHome(her);
  await startReal(her);
  await his.see("Mia started an emergency");
  await his.see("-33.86882, 151.20929");
  // Without Push the lock promises nothing before the answer.
  if (lacks.push) await her.see("Ben sees it once their page is open");
  await his.press("On my way");
  await her.see("Ben answered: on my way");
  // Local storage is written late, and a kill takes the newest of it along.
  await her.kill();
  await her.start();
  await openPage(her, "/home");
  await her.see("Ben answered: on my way");
  await his.press("I called the police");
  await her.see("Ben answered: I called the police");
});

test("a guardian whose page is closed is told where the engine has Push, and otherwise when it is opened", async () => {
  const { her, his } = await linkPhones(server.origin, push);
  await (lacks.push ? her.see("Ben") : her.see("Test notification: arrived on Ben's phone."));
  await his.go("/subscribe");
  await openHome(her);
  await startReal(her);
  // Their worker says so once it has shown the notification.
  if (!lacks.push) await her.see("On Ben's phone");
  await his.go("/watch");
  await his.see("Mia started an emergency");
});
