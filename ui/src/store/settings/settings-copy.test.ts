/** Claims about the two homes of the settings: the newest settings count, wherever they are. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { storageLimits } from "#content/limits.ts";
import { changeState, closeEvidence, readState } from "#store/app-database.ts";
import { DEFAULT_SETTINGS, type Settings, settingsRecord, storedSettings } from "./settings.ts";
import {
  followSettings,
  saveSettings,
  settingsUnread,
  settledAtLast,
  settleSettings,
} from "./settings-copy.ts";

const KEY = "silentPartnerSettings";
let texts: Map<string, string>;

beforeEach(() => {
  texts = new Map();
  const localStorage = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
  };
  vi.stubGlobal("window", { localStorage, addEventListener: () => undefined });
});

const write = (safeWord: string) => settingsRecord.write({ ...DEFAULT_SETTINGS, safeWord });
const word = () => settingsRecord.read().safeWord;
const copy = async () => JSON.parse(((await readState("settings")) as { text: string }).text);

test("a write that local storage lost in a kill is there again after the start", async () => {
  write("first");
  const lost = texts.get(KEY) ?? "";
  write("second");
  await settleSettings();
  texts.set(KEY, lost);
  expect(word()).toBe("first");
  await settleSettings();
  expect(word()).toBe("second");
});

test("settings that local storage lost altogether, or has in a form that cannot be read, come back", async () => {
  write("first");
  await settleSettings();
  texts.delete(KEY);
  await settleSettings();
  expect(word()).toBe("first");
  texts.set(KEY, "{");
  await settleSettings();
  expect(word()).toBe("first");
});

test("settings come back into an emptied local storage together with the lock, and never without it", async () => {
  write("first");
  await settleSettings();
  const lock = { isLocked: true, emergencyId: "e" };
  const version = { count: 1, tab: "t" };
  await changeState("emergency", () => ({ keep: { version, value: lock }, answer: null }));
  const before: boolean[] = [];
  const { set } = texts;
  texts.clear();
  texts.set = (key, text) => {
    if (key === KEY) before.push(texts.has("emergencyState"));
    return set.call(texts, key, text);
  };
  await settleSettings();
  expect([word(), before]).toEqual(["first", [true]]);
  expect(JSON.parse(texts.get("emergencyState") ?? "null")).toEqual(lock);
});

test("an open device gets its settings alone", async () => {
  write("first");
  await settleSettings();
  texts.clear();
  await settleSettings();
  expect([word(), texts.has("emergencyState")]).toEqual(["first", false]);
});

test("a write that the database missed reaches it at the next start", async () => {
  write("first");
  await settleSettings();
  write("second");
  expect(await copy()).toMatchObject({ safeWord: "first" });
  await settleSettings();
  expect([word(), (await copy()).safeWord]).toEqual(["second", "second"]);
});

test("settings of a release without a second home stay, and get one", async () => {
  texts.set(KEY, JSON.stringify({ safeWord: "Pineapple", version: 2 }));
  await settleSettings();
  expect([word(), (await copy()).safeWord]).toEqual(["Pineapple", "Pineapple"]);
  expect(storedSettings()?.revision).toBe(0);
});

test("each change is followed to the database until it is stopped", async () => {
  const stop = followSettings();
  write("first");
  await expect.poll(async () => (await copy()).safeWord, { timeout: 15_000 }).toBe("first");
  stop();
  write("second");
  await settleSettings();
  expect(word()).toBe("second");
});

describe("a page that writes before it knows the database", () => {
  /** What two pages before left: the last write is in the database alone. */
  async function lose(): Promise<typeof settingsRecord> {
    write("first");
    await settleSettings();
    const lost = texts.get(KEY) ?? "";
    settingsRecord.write({ ...settingsRecord.read(), safeWord: "second", pinCode: "older" });
    settingsRecord.write({ ...settingsRecord.read(), staysDisguised: true });
    await settleSettings();
    texts.set(KEY, lost);
    await closeEvidence();
    vi.resetModules();
    return (await import("./settings.ts")).settingsRecord;
  }
  /** The new page settles, and gives the settings that both homes have. */
  async function settleAnew(page: typeof settingsRecord) {
    const { settleSettings: settle } = await import("./settings-copy.ts");
    await settle();
    const { closeEvidence: close, readState: read } = await import("#store/app-database.ts");
    expect(((await read("settings")) as { text: string }).text).toBe(texts.get(KEY));
    await close();
    return page.read();
  }

  test("keeps a new PIN, and what the write before did not touch", async () => {
    const page = await lose();
    page.write({ ...page.read(), pinCode: "newer" });
    expect(await settleAnew(page)).toMatchObject({
      pinCode: "newer",
      safeWord: "second",
      staysDisguised: true,
    });
  });

  test("keeps the PIN that local storage lost, however often it writes something else", async () => {
    const page = await lose();
    for (const safeWord of ["third", "fourth", "fifth"]) page.write({ ...page.read(), safeWord });
    expect(await settleAnew(page)).toMatchObject({ pinCode: "older", safeWord: "fifth" });
  });

  test("keeps a new PIN also where local storage was empty", async () => {
    const page = await lose();
    texts.delete(KEY);
    page.write({ ...page.read(), pinCode: "newer" });
    expect(await settleAnew(page)).toMatchObject({ pinCode: "newer", safeWord: "second" });
  });

  const [ana, ben, cleo] = ["11", "22", "33"].map((id) => ({ id, name: id, phoneNumber: id }));
  const anaAgain = { ...ana, id: "again", phoneNumber: "1 1" };

  test.each([
    ["one more beside the one that it had not seen", [], [ana], [cleo], [cleo, ana]],
    ["one more, before the first of two that it had not seen", [], [ana, ben], [cleo], [cleo, ana]],
    ["one that it had not seen, by the same number", [], [ana, ben], [anaAgain], [anaAgain, ben]],
    ["that one is removed, and not that another page has stored one", [ana], [ana, ben], [], [ben]],
    ["another in the place of two", [ana, ben], [ana, ben], [cleo], [cleo]],
  ])("notes of contacts %s", async (_what, seen, stored, noted, kept) => {
    write("first");
    settingsRecord.write({ ...settingsRecord.read(), contacts: stored } as Settings);
    await settleSettings();
    texts.set(KEY, JSON.stringify({ ...settingsRecord.read(), contacts: seen, revision: 1 }));
    await closeEvidence();
    vi.resetModules();
    const { settingsRecord: page } = await import("./settings.ts");
    page.write({ ...page.read(), contacts: noted } as Settings);
    page.write({ ...page.read(), safeWord: "second" });
    expect(await settleAnew(page)).toMatchObject({ contacts: kept, safeWord: "second" });
  });
});

/** Keeps the database busy, as a hanging disk would, until the returned function is called. */
async function busyDatabase(): Promise<() => void> {
  const [known] = await indexedDB.databases();
  const opening = indexedDB.open(known?.name ?? "");
  await new Promise((resolve) => {
    opening.onsuccess = resolve;
  });
  const state = opening.result.transaction("state", "readwrite").objectStore("state");
  let isOver = false;
  const keepBusy = () => {
    if (isOver) opening.result.close();
    else state.get("nothing").onsuccess = keepBusy;
  };
  keepBusy();
  return () => {
    isOver = true;
  };
}

describe("a browser that is closed may forget the settings", () => {
  afterEach(() => vi.restoreAllMocks());
  const failing = (name: string) => () => {
    throw new DOMException("failed", name);
  };

  test("where the disk is full, and they are kept once there is room", async () => {
    write("first");
    expect(await settleSettings()).toBe(true);
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(failing("QuotaExceededError"));
    write("second");
    expect(await settleSettings()).toBe(false);
    vi.restoreAllMocks();
    expect(await settleSettings()).toBe(true);
  });

  test.each([
    ["where a disk without room lets no database be opened", "UnknownError", false],
    ["where a disk without room lets no database be made", "AbortError", false],
    ["but not where it has no database: local storage is their home", "SecurityError", true],
    ["where a newer release has made the database anew", "VersionError", false],
  ])("%s", async (_where, name, isForGood) => {
    await closeEvidence();
    vi.spyOn(indexedDB, "open").mockImplementation(failing(name));
    write("third");
    expect(await settleSettings()).toBe(isForGood);
  });
});

test("a database that does not answer is waited for a second and no longer, and what it has comes late", async () => {
  write("first");
  await settleSettings();
  const newer = { revision: 9, text: JSON.stringify({ safeWord: "newer", revision: 9 }) };
  await changeState("settings", () => ({ keep: newer, answer: null }));
  const free = await busyDatabase();
  vi.useFakeTimers();
  let isWaiting = true;
  const waited = settleSettings().then(() => {
    isWaiting = false;
  });
  await vi.advanceTimersByTimeAsync(storageLimits.databasePatienceMs - 1);
  expect(isWaiting).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  await waited;
  vi.useRealTimers();
  expect(word()).toBe("first");
  free();
  await expect.poll(word, { timeout: 15_000 }).toBe("newer");
});

test("settings that a database does not give are unread while it hangs and when it was given up, until it answers", async () => {
  // The test before has used another factory.
  await closeEvidence();
  write("first");
  await settleSettings();
  expect(settingsUnread.get()).toBe(false);
  texts.clear();
  const free = await busyDatabase();
  vi.useFakeTimers();
  const [soon, late] = [settleSettings(), settledAtLast()];
  await vi.advanceTimersByTimeAsync(storageLimits.databasePatienceMs);
  expect([await soon, settingsUnread.get()]).toEqual([true, true]);
  await vi.advanceTimersByTimeAsync(6 * storageLimits.tryMs);
  expect([await late, settingsUnread.get()]).toEqual([false, true]);
  vi.useRealTimers();
  free();
  expect(await settledAtLast()).toBe(true);
  expect([word(), settingsUnread.get()]).toEqual(["first", false]);
});

describe("a save while the database is busy", () => {
  beforeEach(async () => {
    // A test before has used another factory.
    await closeEvidence();
    write("first");
    await settleSettings();
  });

  /** What is said of a save, as soon as something is. */
  function saying(safeWord: string) {
    const said: unknown[] = [];
    void saveSettings({ safeWord }).then((problem) => said.push(problem?.title ?? "saved"));
    return said;
  }

  test("is called saved once the database has it, and not before", async () => {
    const free = await busyDatabase();
    vi.useFakeTimers();
    const said = saying("second");
    await vi.advanceTimersByTimeAsync(storageLimits.tryMs - 1);
    expect(said).toEqual([]);
    vi.useRealTimers();
    free();
    await expect.poll(() => said, { timeout: 15_000 }).toEqual(["saved"]);
    expect(await copy()).toMatchObject({ safeWord: "second" });
  });

  test("is not called saved where that takes too long", async () => {
    const free = await busyDatabase();
    vi.useFakeTimers();
    const said = saying("second");
    await vi.advanceTimersByTimeAsync(storageLimits.tryMs);
    expect(said).toEqual(["Perhaps saved only until the app closes"]);
    vi.useRealTimers();
    free();
    await settledAtLast();
  });
});
