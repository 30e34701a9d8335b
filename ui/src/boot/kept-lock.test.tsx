/** Claims about what the first script reads of a locked device. */
import { expect, test, vi } from "vitest";
import {
  emergencyStateKey,
  emergencyStateName,
  emergencyStateUnread,
} from "#content/device-records.ts";
import { changeState } from "#store/app-database.ts";
import { emergencyStateRecord, NO_EMERGENCY } from "#store/emergency/emergency-state.ts";
import { isForgotten, keptLock, knownLock, mirrorLock } from "./known-lock.ts";

const locked = { ...NO_EMERGENCY, isLocked: true, emergencyId: "e1" };
const keep = (value: unknown) =>
  changeState(emergencyStateName, () => ({ keep: { value }, answer: undefined }));

test("the database has the lock of a device whose local storage was emptied, and the mirror gets it back", async () => {
  await keep(locked);
  const kept = await keptLock();
  expect(kept).toEqual(locked);
  expect(knownLock()).toBeNull();
  mirrorLock(locked);
  expect(knownLock()).toEqual(locked);
});

test("a database without a lock, without a record, or that is not there at all says that there is none", async () => {
  expect(await keptLock()).toBeNull();
  expect(await indexedDB.databases()).toEqual([]);
  await keep(NO_EMERGENCY);
  expect(await keptLock()).toBeNull();
  await changeState(emergencyStateName, () => ({ keep: undefined, answer: undefined }));
  expect(await keptLock()).toBeNull();
  vi.stubGlobal("indexedDB", undefined);
  expect(await keptLock()).toBeNull();
});

test("local storage is forgotten where it has no settings, which every saved page leaves, or those of the spare copy", () => {
  expect(isForgotten()).toBe(true);
  localStorage.setItem("silentPartnerSettings", "{}");
  expect(isForgotten()).toBe(false);
  localStorage.setItem(emergencyStateKey, emergencyStateUnread);
  expect([isForgotten(), knownLock()]).toEqual([true, null]);
  emergencyStateRecord.write(NO_EMERGENCY);
  expect(isForgotten()).toBe(false);
});
