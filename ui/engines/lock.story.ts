/** The lock in every engine: a second page, codes, storage that somebody empties, private mode. */
import { beforeAll, expect, test } from "vitest";
import { demoPin, ownPin } from "../e2e/phone.ts";
import { sharedServer, type TestServer } from "../e2e/server.ts";
import {
  endEmergency,
  openHome,
  openPage,
  pathOf,
  preparedPhone,
  startReal,
  unlock,
} from "./pages.ts";

let server: TestServer;

beforeAll(async () => {
  server = await sharedServer();
});

test("an emergency locks a second page too, and one end opens both", async () => {
  const phone = await preparedPhone(server.origin);
  await openHome(phone);
  const other = await phone.openTab();
  await openHome(other);
  await startReal(other);
  await phone.show();
  await phone.see("EMERGENCY ACTIVE");
  await endEmergency(phone, ownPin);
  await other.show();
  await other.see("Emergency Assistance");
});

test("the public code shows an ordinary heart monitor, and the own PIN ends the emergency behind it", async () => {
  const phone = await preparedPhone(server.origin);
  await openHome(phone);
  await startReal(phone);
  await phone.see("Recording audio evidence");
  await unlock(phone, demoPin);
  await phone.see("Weekly Activity");
  expect(await pathOf(phone)).toBe("/app");
  const words = await phone.evaluate(() => document.body.innerText);
  expect(words).not.toMatch(/emergenc|record|silent|partner|safe|demo|voice/i);
  await phone.reload();
  await phone.see("Weekly Activity");
  await phone.press(/BPM/);
  await phone.fill("Security code", ownPin);
  await phone.press("Verify Code");
  await phone.see("Emergency ended");
});

test("five wrong codes close the lock, after a kill too", async () => {
  const phone = await preparedPhone(server.origin);
  await openHome(phone);
  await startReal(phone);
  for (let left = 4; left > 0; left -= 1) {
    await unlock(phone, "0000");
    await phone.see(`Attempts left: ${left}.`);
  }
  await unlock(phone, "0000");
  await phone.see("Locked Out");
  await phone.kill();
  await phone.start();
  await openPage(phone, "/home");
  await phone.see("Locked Out");
});

/** Deletes every database, as somebody does who takes the phone. */
const deleteDatabases = async () => {
  for (const { name = "" } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
};

test("the lock outlives its databases", async () => {
  const phone = await preparedPhone(server.origin);
  await openHome(phone);
  await startReal(phone);
  await phone.see("Recording audio evidence");
  await phone.go("/subscribe");
  await phone.evaluate(deleteDatabases);
  await openPage(phone, "/home");
  await phone.see("EMERGENCY ACTIVE");
});

test("the lock outlives its local storage", async () => {
  const phone = await preparedPhone(server.origin);
  await openHome(phone);
  await startReal(phone);
  await phone.see("Recording audio evidence");
  await phone.evaluate(() => {
    sessionStorage.setItem("isForgotten", "");
    localStorage.clear();
  });
  await openPage(phone, "/");
  await phone.see("EMERGENCY ACTIVE");
  await unlock(phone, ownPin);
  await phone.see("Emergency ended");
});

test("in private mode an emergency locks, and a reload does not end it", async () => {
  const phone = await preparedPhone(server.origin, {}, { isPrivate: true });
  await openHome(phone);
  await startReal(phone);
  await phone.reload();
  await phone.see("EMERGENCY ACTIVE");
  await unlock(phone, ownPin);
  await phone.see("Emergency ended");
});
