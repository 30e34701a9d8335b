/** The emergency in every engine: lock, message, kill, no network, settings. */
import { beforeAll, expect, test } from "vitest";
import { ownPin } from "../e2e/phone.ts";
import { sharedServer, startServer, type TestServer } from "../e2e/server.ts";
import { engine } from "./engine.ts";
import {
  endEmergency,
  openHome,
  openPage,
  openSetting,
  preparedPhone,
  startReal,
  unlock,
} from "./pages.ts";
import { patience } from "./phone.ts";

let server: TestServer;

beforeAll(async () => {
  server = await sharedServer();
});

test("a test emergency locks, offers its message, and ends with the own PIN", async () => {
  const phone = await preparedPhone(server.origin);
  await openHome(phone);
  await phone.press("TEST EMERGENCY");
  await phone.see("0 contacts notified");
  await unlock(phone, ownPin);
  await phone.see(/\bReady\b/);
});

test("a real emergency locks, records, and opens the message with text and place", async () => {
  const phone = await preparedPhone(server.origin);
  await openHome(phone);
  await startReal(phone);
  await expect.poll(() => phone.launches[0] ?? "", patience).toContain("sms:");
  const link = decodeURIComponent(phone.launches[0] ?? "");
  // iPhones take the text behind `&`, others behind `?`.
  const separator = engine === "webkit" ? "&" : "?";
  expect(link.startsWith(`sms:+61400000001${separator}body=Send help, I am in danger.`)).toBe(true);
  expect(link).toContain("-33.86882");
  await phone.see("Recording audio evidence");
});

test("a browser that is killed in an emergency returns to its lock", async () => {
  const phone = await preparedPhone(server.origin);
  await openHome(phone);
  await startReal(phone);
  await phone.see("Recording audio evidence");
  await phone.kill();
  await phone.start();
  await openPage(phone, "/home");
  await phone.see("EMERGENCY ACTIVE");
  await endEmergency(phone, ownPin);
});

test("without a connection the app opens, and an emergency starts", async () => {
  const own = await startServer({ RATE_LIMITS: "off" });
  const phone = await preparedPhone(own.origin);
  await openHome(phone);
  const isKept = () =>
    phone.evaluate(async () => {
      await navigator.serviceWorker.ready;
      return navigator.serviceWorker.controller !== null || (await caches.keys()).length > 0;
    });
  await expect.poll(isKept, patience).toBe(true);
  await openHome(phone);
  await own.kill();
  await openHome(phone);
  await startReal(phone);
  await own.stop();
  // What a page says about requests that reach nobody.
  phone.problems.splice(0);
});

test("settings are kept across a kill", async () => {
  const phone = await preparedPhone(server.origin);
  await openSetting(phone, "Emergency Message");
  await phone.fill("Emergency Message", "Come at once, please.");
  await phone.press("Save Settings");
  await phone.see("Settings saved");
  await phone.kill();
  await phone.start();
  await openHome(phone);
  const kept = () => phone.evaluate(() => localStorage.getItem("silentPartnerSettings") ?? "");
  await expect.poll(kept, patience).toContain("Come at once, please.");
});
