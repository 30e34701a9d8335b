/** Claims about a database whose transactions hang, and one whose page is left. */
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { storageLimits } from "#content/limits.ts";
import { type Database, lazyDatabase } from "./database.ts";

const NAME = "things";
let database: Database;

beforeEach(() => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  database = lazyDatabase(NAME, 1, (db) => {
    db.createObjectStore("state");
  });
});

afterEach(comeBack);

const read = (key: string) => database.read(["state"], (tx) => tx.objectStore("state").get(key));
const write = (key: string, value: unknown) =>
  database.write(["state"], (tx) => tx.objectStore("state").put(value, key));
const add = (key: string) =>
  database.change("state", key, (before) => {
    const keep = Number(before ?? 0) + 1;
    return { keep, answer: keep };
  });

/** What an answer or a refusal is. */
const outcome = (promise: Promise<unknown>) =>
  promise.then(
    (value) => ({ value }),
    (error: Error) => ({ error: error.message }),
  );

/** Another page's connection. */
async function otherPage(): Promise<IDBDatabase> {
  const opening = indexedDB.open(NAME);
  return new Promise((resolve) => {
    opening.onsuccess = () => resolve(opening.result);
  });
}

/** Another page keeps the table to itself; returns how it lets it go. */
async function occupy(): Promise<() => void> {
  const state = (await otherPage()).transaction("state", "readwrite").objectStore("state");
  let isOccupied = true;
  const stay = () => {
    if (isOccupied) state.get("x").onsuccess = stay;
  };
  stay();
  return () => {
    isOccupied = false;
  };
}

/** Another page writes; resolves when it is done. */
async function writeElsewhere(key: string, value: unknown): Promise<void> {
  const tx = (await otherPage()).transaction("state", "readwrite");
  tx.objectStore("state").put(value, key);
  await new Promise((resolve) => {
    tx.oncomplete = resolve;
  });
}

/** Lets all timers of the page stand still, as in a page that is frozen. */
function leave() {
  vi.useFakeTimers();
  window.dispatchEvent(new Event("pagehide"));
}

function comeBack() {
  window.dispatchEvent(new Event("pageshow"));
}

describe("a transaction that hangs", () => {
  test("is done again on a new connection, once", async () => {
    await write("x", 1);
    const letGo = await occupy();
    const opened = vi.spyOn(indexedDB, "open");
    vi.useFakeTimers();
    const added = outcome(add("x"));
    await vi.advanceTimersByTimeAsync(storageLimits.tryMs);
    expect(opened).toHaveBeenCalledTimes(1);
    letGo();
    vi.useRealTimers();
    expect(await added).toEqual({ value: 2 });
    expect(await read("x")).toBe(2);
  });

  test("twice is refused, and has written nothing", async () => {
    await write("x", 1);
    const letGo = await occupy();
    vi.useFakeTimers();
    const answers = [outcome(add("x")), outcome(read("x"))];
    await vi.advanceTimersByTimeAsync(storageLimits.tryMs);
    await vi.advanceTimersByTimeAsync(storageLimits.tryMs);
    const overdue = { error: "Overdue" };
    expect(await Promise.all(answers)).toEqual([overdue, overdue]);
    vi.useRealTimers();
    letGo();
    expect(await read("x")).toBe(1);
  });

  test("that the browser may write at any moment is refused in the end, and not done twice", async () => {
    await write("x", 1);
    const letGo = await occupy();
    vi.useFakeTimers();
    const put = vi.spyOn(IDBObjectStore.prototype, "put");
    const written = outcome(write("x", 2));
    await vi.advanceTimersByTimeAsync(2 * storageLimits.tryMs);
    expect(await written).toEqual({ error: "Uncertain" });
    expect(put).toHaveBeenCalledTimes(1);
    letGo();
    vi.useRealTimers();
    expect(await read("x")).toBe(2);
  });

  test("keeps its place before those that began after it", async () => {
    await write("x", 1);
    const letGo = await occupy();
    vi.useFakeTimers();
    const first = write("x", "older");
    await vi.advanceTimersByTimeAsync(storageLimits.tryMs - 1);
    const second = write("x", "newer");
    await vi.advanceTimersByTimeAsync(1);
    letGo();
    vi.useRealTimers();
    await Promise.all([first, second]);
    expect(await read("x")).toBe("newer");
  });
});

describe("an opening that hangs", () => {
  test("is tried again", async () => {
    const open = vi.spyOn(indexedDB, "open");
    open.mockImplementationOnce(() => ({}) as IDBOpenDBRequest);
    vi.useFakeTimers();
    const written = outcome(write("x", 1));
    await vi.advanceTimersByTimeAsync(storageLimits.tryMs);
    vi.useRealTimers();
    expect(await written).toEqual({ value: "x" });
    expect(open).toHaveBeenCalledTimes(2);
  });

  test("twice is refused", async () => {
    vi.spyOn(indexedDB, "open").mockImplementation(() => ({}) as IDBOpenDBRequest);
    vi.useFakeTimers();
    const written = outcome(write("x", 1));
    await vi.advanceTimersByTimeAsync(2 * storageLimits.tryMs);
    expect(await written).toEqual({ error: "Overdue" });
  });
});

test("what a database refuses for itself is not asked a second time", async () => {
  await write("x", 1);
  const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  expect(await outcome(add("x"))).toEqual({ error: "full" });
  expect(await outcome(write("x", 3))).toEqual({ error: "full" });
  expect(put).toHaveBeenCalledTimes(2);
});

test("a change to null deletes, which needs no room", async () => {
  await write("x", 1);
  vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  const emptied = database.change("state", "x", (before) => ({ keep: null, answer: before }));
  expect(await outcome(emptied)).toEqual({ value: 1 });
  expect(await read("x")).toBeUndefined();
});

test("a connection that the browser lost is opened again", async () => {
  await write("x", 1);
  vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementationOnce(() => {
    throw new DOMException("Connection to Indexed Database server lost.", "UnknownError");
  });
  expect(await add("x")).toBe(2);
});

describe("a page that is left", () => {
  test("keeps no other page from writing while it is frozen, and does its change once when it is back", async () => {
    await write("x", 1);
    let decisions = 0;
    const letGo = await occupy();
    const added = database.change("state", "x", (before) => {
      decisions += 1;
      return { keep: Number(before) + 1, answer: before };
    });
    // Its transaction is open when another connection is.
    await otherPage();
    leave();
    letGo();
    await writeElsewhere("x", 5);
    expect(decisions).toBe(0);
    comeBack();
    expect(await added).toBe(5);
    expect([await read("x"), decisions]).toEqual([6, 1]);
  });

  test("begins nothing before it is back", async () => {
    await write("x", 1);
    leave();
    const begin = vi.spyOn(IDBDatabase.prototype, "transaction");
    const reading = read("x");
    await otherPage();
    expect(begin).not.toHaveBeenCalled();
    comeBack();
    expect(await reading).toBe(1);
  });

  test("and goes on without being frozen writes what it was asked to", async () => {
    await write("x", 1);
    window.dispatchEvent(new Event("pagehide"));
    expect(await add("x")).toBe(2);
  });

  test("while its tables are made keeps no other page from opening the database", async () => {
    const closed = vi.spyOn(IDBDatabase.prototype, "close");
    let isFirst = true;
    database = lazyDatabase("others", 1, (db) => {
      db.createObjectStore("state");
      if (isFirst) leave();
      isFirst = false;
      expect(closed).toHaveBeenCalledWith();
    });
    const written = write("x", 1);
    await expect.poll(() => isFirst).toBe(false);
    comeBack();
    await written;
    expect(await read("x")).toBe(1);
  });

  test("has told the browser already to write what decides nothing", async () => {
    await write("x", 1);
    const commits = vi.spyOn(IDBTransaction.prototype, "commit");
    const written = write("x", 2);
    await expect.poll(() => commits).toHaveBeenCalledTimes(1);
    leave();
    const kept = async () => {
      const reading = (await otherPage()).transaction("state").objectStore("state").get("x");
      await new Promise((resolve) => {
        reading.onsuccess = resolve;
      });
      return reading.result;
    };
    await expect.poll(kept).toBe(2);
    comeBack();
    await written;
  });
});
