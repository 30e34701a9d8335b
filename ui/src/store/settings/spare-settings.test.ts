/** Claims about the spare copy of the settings: a device that has no settings left takes it, and no other. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isForgotten } from "#boot/known-lock.ts";
import { emergencyStateName } from "#content/device-records.ts";
import { changeState, closeEvidence } from "#store/app-database.ts";
import { emergencyStateRecord, NO_EMERGENCY } from "#store/emergency/emergency-state.ts";
import { patienceMs } from "#test/patience.ts";
import { DEFAULT_SETTINGS, settingsRecord } from "./settings.ts";
import { settleSettings } from "./settings-copy.ts";
import { followSpare } from "./spare-settings.ts";

const KEY = "silentPartnerSettings";
const contacts = [{ id: "a", name: "Ana", phoneNumber: "+61400000001" }];

let texts: Map<string, string>;
let files: Map<string, string>;
/** How often the cache was asked. */
let lookups: number;
let stop: () => void;
const onUnread = vi.fn();

beforeEach(() => {
  onUnread.mockClear();
  texts = new Map();
  files = new Map();
  lookups = 0;
  const localStorage = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
  };
  vi.stubGlobal("window", { localStorage, addEventListener: () => undefined });
  const answer = (text: string | undefined) => (text === undefined ? text : new Response(text));
  vi.stubGlobal("caches", {
    match: async (path: string) => {
      lookups += 1;
      return answer(files.get(path));
    },
    open: async () => ({
      put: async (path: string, kept: Response) => void files.set(path, await kept.text()),
    }),
  });
  stop = () => undefined;
});
afterEach(() => {
  stop();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const spare = () => JSON.parse([...files.values()][0] ?? "null");
const untilSpare = (safeWord: string) =>
  expect.poll(() => spare()?.safeWord, { timeout: 15_000 }).toBe(safeWord);

/** A device that has saved its settings, which the copy has too. */
async function setUp() {
  settingsRecord.write({ ...DEFAULT_SETTINGS, contacts, safeWord: "first" });
  stop = followSpare(onUnread);
  await untilSpare("first");
}

/** A start on a disk without any room: no database opens, and what it would say is not known. */
async function startOnFullDisk(name = "UnknownError") {
  stop();
  await closeEvidence();
  vi.spyOn(indexedDB, "open").mockImplementation(() => {
    throw new DOMException("Internal error opening backing store", name);
  });
}

test.each(["UnknownError", "QuotaExceededError"])(
  "contacts are known where the disk lets no database be opened (%s) and the browser has emptied local storage",
  async (name) => {
    await setUp();
    await startOnFullDisk(name);
    texts.clear();
    expect(settingsRecord.read().contacts).toEqual([]);
    stop = followSpare(onUnread);
    await expect.poll(() => settingsRecord.read().contacts, { timeout: 15_000 }).toEqual(contacts);
    expect(onUnread).not.toHaveBeenCalled();
  },
);

test.each([true, false])(
  "the lock is asked of the database by each page until that answers, where the copy was taken (locked: %s)",
  async (isLocked) => {
    await setUp();
    const value = { ...NO_EMERGENCY, isLocked, emergencyId: "e1" };
    await changeState(emergencyStateName, () => ({ keep: { value }, answer: undefined }));
    await startOnFullDisk();
    texts.clear();
    stop = followSpare(onUnread);
    await expect.poll(() => settingsRecord.read().contacts, { timeout: 15_000 }).toEqual(contacts);
    expect([isForgotten(), emergencyStateRecord.read().isLocked]).toEqual([true, false]);
    vi.restoreAllMocks();
    await settleSettings();
    await expect.poll(isForgotten, { timeout: 15_000 }).toBe(false);
    expect(emergencyStateRecord.read().isLocked).toBe(isLocked);
  },
);

test("a copy of settings that were never written by a release with revisions is taken", async () => {
  files.set("/rates", JSON.stringify({ contacts }));
  await startOnFullDisk();
  stop = followSpare(onUnread);
  await expect.poll(() => settingsRecord.read().contacts, { timeout: 15_000 }).toEqual(contacts);
});

test("what local storage still has is newer than the copy, and stays", async () => {
  await setUp();
  await startOnFullDisk();
  settingsRecord.write({ ...settingsRecord.read(), safeWord: "second" });
  stop = followSpare(onUnread);
  await settleSettings();
  await vi.waitFor(() => expect(indexedDB.open).toHaveBeenCalled(), patienceMs);
  expect(settingsRecord.read().safeWord).toBe("second");
});

test("the copy follows each change, but not on a full disk, where it would be lost", async () => {
  await setUp();
  settingsRecord.write({ ...settingsRecord.read(), safeWord: "second" });
  await untilSpare("second");
  await startOnFullDisk();
  stop = followSpare(onUnread);
  settingsRecord.write({ ...settingsRecord.read(), safeWord: "third" });
  expect(await settleSettings()).toBe(false);
  expect(spare().safeWord).toBe("second");
});

test("the database's settings count where it has some, although they are older than those of the copy", async () => {
  await setUp();
  files.forEach((text, path) => {
    files.set(path, JSON.stringify({ ...JSON.parse(text), safeWord: "copy", revision: 99 }));
  });
  texts.clear();
  stop();
  stop = followSpare(onUnread);
  await expect.poll(() => settingsRecord.read().safeWord, { timeout: 15_000 }).toBe("first");
  await untilSpare("first");
});

test("where nothing can be read that is said, and no settings are made up, also in a browser without a cache", async () => {
  await startOnFullDisk();
  stop = followSpare(onUnread);
  await vi.waitFor(() => expect(onUnread).toHaveBeenCalledTimes(1), patienceMs);
  vi.stubGlobal("caches", undefined);
  stop();
  stop = followSpare(onUnread);
  await vi.waitFor(() => expect(onUnread).toHaveBeenCalledTimes(2), patienceMs);
  expect([texts.has(KEY), files.size]).toEqual([false, 0]);
});

test("a device that never had settings has storage that can be read, and gets no copy", async () => {
  stop = followSpare(onUnread);
  expect(await settleSettings()).toBe(true);
  await vi.waitFor(() => expect(lookups).toBe(1), patienceMs);
  expect([onUnread.mock.calls.length, files.size]).toEqual([0, 0]);
});

test("a device whose database answers that it has none takes no copy, which may be that of a browser that shares its cache", async () => {
  const text = JSON.stringify({ contacts, revision: 3 });
  files.set("/rates", text);
  stop = followSpare(onUnread);
  await vi.waitFor(() => expect(lookups).toBe(1), patienceMs);
  await settleSettings();
  expect([settingsRecord.read().contacts, files.get("/rates")]).toEqual([[], text]);
  expect(onUnread).not.toHaveBeenCalled();
});

test("what is typed while the database has not answered yet does not replace the copy", async () => {
  vi.resetModules();
  const page = await import("./settings.ts");
  const spares = await import("./spare-settings.ts");
  const text = JSON.stringify({ contacts, revision: 3 });
  files.set("/rates", text);
  const requests: IDBOpenDBRequest[] = [];
  const open = vi.spyOn(indexedDB, "open").mockImplementation(() => {
    const error = new DOMException("closed", "InvalidStateError");
    requests.push({ error } as IDBOpenDBRequest);
    return requests.at(-1) as IDBOpenDBRequest;
  });
  page.settingsRecord.write({ ...DEFAULT_SETTINGS, safeWord: "typed" });
  stop = spares.followSpare(onUnread);
  await expect.poll(() => lookups, { timeout: 15_000 }).toBe(1);
  expect(files.get("/rates")).toBe(text);
  open.mockRestore();
  for (const request of requests) request.onerror?.(new Event("error"));
});
