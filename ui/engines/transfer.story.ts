/** Settings that go along to an app with a storage of its own, in every engine. */
import { beforeAll, expect, test } from "vitest";
import { TAKE_ALONG } from "#content/settings-words.ts";
import { sharedServer, type TestServer } from "../e2e/server.ts";
import { copiedText, keepCopies } from "./clipboard.ts";
import { openSetting, preparedPhone } from "./pages.ts";
import { openPhone, patience } from "./phone.ts";

let server: TestServer;

beforeAll(async () => {
  server = await sharedServer();
});

test("what one browser copies another takes over", async () => {
  const phone = await preparedPhone(server.origin, { emergencyMessage: "Come to me now." });
  await openSetting(phone, TAKE_ALONG);
  await keepCopies(phone);
  await phone.press("Copy my settings");
  await phone.see("Copied.");
  const text = await copiedText(phone);
  expect(text).toMatch(/^hr1:[\w-]+$/);

  const app = await openPhone({ origin: server.origin, storage: { heartRateIntroSeen: "true" } });
  await openSetting(app, TAKE_ALONG);
  await app.evaluate(() => {
    // This browser has no clipboard to read: the person pastes by hand.
    Object.defineProperty(navigator, "clipboard", { configurable: true, value: undefined });
  });
  await app.press("Paste what you copied");
  await app.fill("The copied line", text);
  await app.press("Look at this line");
  await app.see("Ana, +61400000001");
  await app.press("Take this over");
  await app.see("Saved in this app");
  await openSetting(app, "Emergency Message");
  const message = () =>
    app.evaluate(() => document.querySelector<HTMLTextAreaElement>("textarea")?.value ?? "");
  await expect.poll(message, patience).toBe("Come to me now.");
});
