/** A guardian is linked and told, with pages of the app left behind in the page cache. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../e2e/server.ts";
import type { Push } from "./browser.ts";
import { copiedText, keepCopies } from "./clipboard.ts";
import { lacks } from "./engine.ts";
import { openHome, openPage, preparedPhone, startReal } from "./pages.ts";
import { openPhone, type Phone } from "./phone.ts";
import { startPush } from "./push.ts";

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

/** Makes a link in the settings and returns its URL. */
async function makeLink(phone: Phone): Promise<string> {
  await openPage(phone, "/settings");
  await phone.press("Add a guardian");
  await phone.fill("Guardian's name", "Ben");
  await phone.press("Make a link");
  await keepCopies(phone);
  await phone.press("Copy the link");
  const link = await copiedText(phone);
  expect(link).toContain("/watch#");
  return link;
}

/** Links Ben's phone to hers; the main screen is left behind in the page cache. */
async function linkPhones(): Promise<{ readonly her: Phone; readonly his: Phone }> {
  const her = await preparedPhone(server.origin);
  const his = await openPhone({ origin: server.origin, push });
  await his.go(await makeLink(her));
  // An iPhone shows notifications only for pages on the Home Screen, which this browser has not.
  if (push === null) await his.press("Go on here, without notifications");
  await his.fill("Who sent you this link?", "Mia");
  await his.press("Be a guardian");
  await her.press("The same digits");
  return { her, his };
}

test("a guardian is told of an emergency that starts after the main screen was loaded as a document", async () => {
  const { her, his } = await linkPhones();
  await openHome(her);
  await startReal(her);
  await his.see("Mia started an emergency");
  await his.see("-33.86882, 151.20929");
  // Without Push the lock promises nothing before the answer.
  if (lacks.push) await her.see("Ben sees it once their page is open");
  await his.press("On my way");
  await her.see("Ben answered: on my way");
});

test("a guardian whose page is closed is told where the engine has Push, and otherwise when it is opened", async () => {
  const { her, his } = await linkPhones();
  await (lacks.push ? her.see("Ben") : her.see("Test notification: arrived on Ben's phone."));
  await his.go("/subscribe");
  await openHome(her);
  await startReal(her);
  // Their worker says so once it has shown the notification.
  if (!lacks.push) await her.see("On Ben's phone");
  await his.go("/watch");
  await his.see("Mia started an emergency");
});
