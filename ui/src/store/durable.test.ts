/** Claims about small values that have two homes. */
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { storageLimits } from "#content/limits.ts";
import { changeState, readState } from "./app-database.ts";
import {
  changeDurable,
  changeDurableAtOnce,
  onDurable,
  readDurable,
  readHomes,
} from "./durable.ts";
import { changeLockouts, NO_LOCKOUTS } from "./emergency/lockouts.ts";

const texts = new Map<string, string>();
let isMirrorFull = false;

beforeEach(() => {
  texts.clear();
  isMirrorFull = false;
  const localStorage = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (isMirrorFull) throw new DOMException("full", "QuotaExceededError");
      texts.set(key, text);
    },
  };
  vi.stubGlobal("window", { localStorage, addEventListener: () => undefined });
});

const write = (value: unknown, name = "x") =>
  changeDurable(name, () => ({ keep: value, answer: undefined }));
const inDatabase = async (name = "x") =>
  ((await readState(name)) as { value: unknown } | undefined)?.value;
const inMirror = () => JSON.parse(texts.get("silentPartnerState.x") ?? "null")?.value;

/** The database takes no writes; returns how it takes them again. */
function refuseWrites() {
  const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  return () => put.mockRestore();
}

describe("a value", () => {
  test("is in both homes", async () => {
    await write("first");
    expect([await inDatabase(), inMirror()]).toEqual(["first", "first"]);
  });

  test("that the database refused is read from local storage, and written back when the database takes it", async () => {
    await write("first");
    const accept = refuseWrites();
    await write("second");
    expect(await readDurable("x")).toBe("second");
    expect(await inDatabase()).toBe("first");
    accept();
    expect(await readDurable("x")).toBe("second");
    await expect.poll(() => inDatabase()).toBe("second");
  });

  test("that the database refused is in it once there is room, although nobody changes or reads it", async () => {
    // No other test's try of this name is still to come, on a clock that goes.
    const name = "full";
    await write("first", name);
    const accept = refuseWrites();
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    await write("second", name);
    await vi.advanceTimersByTimeAsync(storageLimits.tryMs);
    await expect.poll(() => vi.mocked(IDBObjectStore.prototype.put).mock.calls.length).toBe(2);
    // It was refused again, and all that waits is the next try.
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    accept();
    await vi.advanceTimersByTimeAsync(storageLimits.tryMs);
    await expect.poll(() => inDatabase(name)).toBe("second");
  });

  test("is decided upon the newest one, wherever that is", async () => {
    await write(1);
    const accept = refuseWrites();
    await write(2);
    accept();
    const add = (before: unknown) => ({ keep: Number(before) + 1, answer: before });
    expect(await changeDurable("x", add)).toBe(2);
    expect([await inDatabase(), inMirror()]).toEqual([3, 3]);
  });

  test("that local storage lost or has in an older version comes from the database", async () => {
    await write("first");
    const old = texts.get("silentPartnerState.x") ?? "";
    await write("second");
    texts.set("silentPartnerState.x", old);
    expect(await readDurable("x")).toBe("second");
    expect(inMirror()).toBe("second");
    texts.clear();
    expect(await readDurable("x")).toBe("second");
    expect(inMirror()).toBe("second");
  });

  test("is remembered by the page when both homes refuse it", async () => {
    await write("first");
    const accept = refuseWrites();
    isMirrorFull = true;
    await write("second");
    expect(await readDurable("x")).toBe("second");
    accept();
    isMirrorFull = false;
    await write("third");
    expect([await inDatabase(), inMirror()]).toEqual(["third", "third"]);
  });

  test("from before there were versions is read, and older than any other", async () => {
    await changeState("x", () => ({ keep: { a: 1 }, answer: undefined }));
    expect(await readDurable("x")).toEqual({ a: 1 });
    refuseWrites();
    await write({ a: 2 });
    expect(await readDurable("x")).toEqual({ a: 2 });
  });

  test("that is changed at once is in local storage before the database was asked", async () => {
    await write(1);
    const done = changeDurableAtOnce("x", () => ({ keep: 2, answer: undefined }));
    expect(inMirror()).toBe(2);
    await done;
    expect([await inDatabase(), inMirror()]).toEqual([2, 2]);
  });

  test("that is changed at once is decided upon the database's, where local storage lost it", async () => {
    await write(1);
    await write(2);
    texts.clear();
    const keepOrBegin = (before: unknown) => ({ keep: before ?? "begun", answer: before });
    const done = changeDurableAtOnce("x", keepOrBegin);
    expect(inMirror()).toBe("begun");
    expect(await done).toBe(2);
    expect([await inDatabase(), inMirror()]).toEqual([2, 2]);
  });

  test("of a text that is no JSON comes from the database", async () => {
    await write("first");
    texts.set("silentPartnerState.x", "{");
    expect(await readDurable("x")).toBe("first");
  });
});

describe("a database that does not answer", () => {
  /** Another connection keeps the store to itself; returns how it lets it go. */
  async function occupy() {
    await readState("x");
    const opening = indexedDB.open("evidence");
    const db = await new Promise<IDBDatabase>((resolve) => {
      opening.onsuccess = () => resolve(opening.result);
    });
    let isOccupied = true;
    const state = db.transaction("state", "readwrite").objectStore("state");
    const stay = () => {
      if (isOccupied) state.get("x").onsuccess = stay;
      else db.close();
    };
    stay();
    return () => {
      isOccupied = false;
    };
  }

  test("is waited for once only, decides nothing twice, and learns what was decided without it", async () => {
    await write(1);
    const letGo = await occupy();
    let decisions = 0;
    const add = (before: unknown) => {
      decisions += 1;
      return { keep: Number(before) + 1, answer: Number(before) + 1 };
    };
    vi.useFakeTimers();
    const first = changeDurable("x", add);
    await vi.advanceTimersByTimeAsync(storageLimits.databasePatienceMs);
    expect(await first).toBe(2);
    // The clock stands still: waiting would have no end.
    expect(await changeDurable("x", add)).toBe(3);
    // What local storage says alone is said to be that.
    expect(await readHomes("x")).toEqual({ value: 3, row: null });
    vi.useRealTimers();
    letGo();
    await expect.poll(() => inDatabase()).toBe(3);
    expect(decisions).toBe(2);
  });

  test("is known not to have been heard by who decides without it", async () => {
    const heard: boolean[] = [];
    const note = (before: unknown, isFromDatabase: boolean) => {
      heard.push(isFromDatabase);
      return { keep: before, answer: undefined };
    };
    await changeDurable("x", note);
    await changeDurableAtOnce("x", note);
    const letGo = await occupy();
    vi.useFakeTimers();
    const late = changeDurable("x", note);
    await vi.advanceTimersByTimeAsync(storageLimits.databasePatienceMs);
    await late;
    vi.useRealTimers();
    letGo();
    expect(heard).toEqual([true, false, true, false]);
    await expect.poll(async () => (await readHomes("x")).row).not.toBeNull();
  });

  const tried = { ...NO_LOCKOUTS, emergency: { failedAttempts: 1, remainingMs: 0 } };

  test("has a code's try before the code is answered, though that takes seconds and others did not wait", async () => {
    const letGo = await occupy();
    vi.useFakeTimers();
    const other = write(1);
    await vi.advanceTimersByTimeAsync(storageLimits.databasePatienceMs);
    await other;
    const answered = vi.fn();
    const counting = changeLockouts(() => tried).then(answered);
    await vi.advanceTimersByTimeAsync(storageLimits.tryMs - 1);
    expect(answered).not.toHaveBeenCalled();
    vi.useRealTimers();
    letGo();
    await counting;
    expect(await readState("lockouts")).toMatchObject({ value: tried });
  });

  test("is believed when it answers at last, and who listens is told", async () => {
    await write("first");
    const old = texts.get("silentPartnerState.x") ?? "";
    await write("second");
    // A browser that is killed has written less of local storage.
    texts.set("silentPartnerState.x", old);
    const letGo = await occupy();
    const heard = vi.fn();
    const stop = onDurable("x", heard);
    onTestFinished(stop);
    vi.useFakeTimers();
    const early = readDurable("x");
    await vi.advanceTimersByTimeAsync(storageLimits.databasePatienceMs);
    expect(await early).toBe("first");
    expect(heard).not.toHaveBeenCalled();
    vi.useRealTimers();
    letGo();
    await expect.poll(() => heard.mock.calls.length).toBe(1);
    expect(await readDurable("x")).toBe("second");
  });

  test("keeps nobody from trying a code", async () => {
    const letGo = await occupy();
    vi.useFakeTimers();
    const counting = changeLockouts(() => tried);
    await vi.advanceTimersByTimeAsync(storageLimits.tryMs);
    expect((await counting).after).toEqual(tried);
    vi.useRealTimers();
    letGo();
    await expect.poll(() => readState("lockouts")).toMatchObject({ value: tried });
  });
});

test("a browser without a database has one home, which is believed", async () => {
  vi.stubGlobal("indexedDB", undefined);
  await write(1);
  expect(await readHomes("x")).toEqual({ value: 1, row: { value: undefined } });
});

describe("two homes that differ", () => {
  /** Ends add up, whichever home has the newer version. */
  const largest = (row: unknown, mirrored: unknown) => Math.max(Number(row), Number(mirrored));
  const versioned = (count: number, value: unknown) => ({ version: { count, tab: "t" }, value });
  const put = (row: unknown, mirrored: unknown) => {
    texts.set("silentPartnerState.x", JSON.stringify(mirrored));
    return changeState("x", () => ({ keep: row, answer: undefined }));
  };

  test.each([
    [versioned(2, 7), versioned(9, 3)],
    [versioned(9, 3), versioned(2, 7)],
  ])("have what their owner makes of both, and learn of it (%o, %o)", async (row, mirrored) => {
    await put(row, mirrored);
    expect(await readHomes("x", largest)).toEqual({ value: 7, row: { value: row.value } });
    await expect.poll(async () => [await inDatabase(), inMirror()]).toEqual([7, 7]);
    const add = (before: unknown) => ({ keep: Number(before) + 1, answer: before });
    await put(row, mirrored);
    expect(await changeDurable("x", add, largest)).toBe(7);
    expect([await inDatabase(), inMirror()]).toEqual([8, 8]);
  });
});
