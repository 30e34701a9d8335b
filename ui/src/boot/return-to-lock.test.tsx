/** Claims about documents that are not the app's, on a device that is locked. */
import { beforeEach, expect, test } from "vitest";
import { emergencyStateKey, emergencyStateName } from "#content/device-records.ts";
import * as paths from "#content/paths.ts";
import { changeState } from "#store/app-database.ts";
import { NO_EMERGENCY } from "#store/emergency/emergency-state.ts";
import { watchNavigation } from "#test/page.tsx";
import { returnToLock } from "./return-to-lock.ts";

const locked = { ...NO_EMERGENCY, isLocked: true, emergencyId: "e1" };

/** Writes the record as the app does: with the version of its write. */
const keep = (value: unknown) =>
  changeState(emergencyStateName, () => ({
    keep: { version: { count: 1, tab: "t" }, value },
    answer: undefined,
  }));

let went: string[];

beforeEach(() => {
  went = watchNavigation();
});

test("a lock in local storage leads back at once", () => {
  localStorage.setItem(emergencyStateKey, JSON.stringify(locked));
  returnToLock();
  expect(went).toEqual([paths.lockdown]);
});

test("a yes that the app does not know yet leads to the app, for ten minutes", () => {
  localStorage.setItem("startedAt", String(Date.now() - 540_000));
  returnToLock();
  expect(went).toEqual([paths.home]);
  localStorage.setItem("startedAt", String(Date.now() - 660_000));
  returnToLock();
  expect(went).toEqual([paths.home]);
});

test.each([
  [locked, paths.lockdown],
  [{ ...locked, isDecoy: true }, paths.heartMonitor],
  [{ ...locked, isDisguised: true }, paths.heartMonitor],
])("a lock that only the database has (%o) leads to %s", async (record, path) => {
  await keep(record);
  returnToLock();
  await expect.poll(() => went).toEqual([path]);
});

test("an emergency that is over leads nowhere, and a device without the app gets no database", async () => {
  returnToLock();
  await expect.poll(async () => (await indexedDB.databases()).length).toBe(0);
  await keep({ ...locked, isLocked: false });
  returnToLock();
  // The last of the questions that were asked of the database is answered after it.
  await keep(NO_EMERGENCY);
  expect(went).toEqual([]);
});
