/** Claims about lists of links of which a row, or for a while nothing, can be read or written. */
import { afterEach, expect, test, vi } from "vitest";
import type { DownItem } from "#seal/items.ts";
import { makeLink } from "#test/link-pair.ts";
import { changeLinks, closeLinks, readLinks } from "./link-record.ts";
import { changeWatched, noteNotified, people } from "./watched.ts";

const other = { id: "of another release", keys: "unknown" };
const store = (keep: unknown) => changeLinks("watched", () => ({ keep, answer: undefined }));
afterEach(() => store([]));

const test1: DownItem = { kind: "test", at: 1 };

/** From now on the database cannot be opened, as in Safari when its process has ended; returns how that ends. */
function loseDatabase(): () => void {
  void closeLinks();
  const opening = vi.spyOn(indexedDB, "open").mockImplementation(() => {
    throw new DOMException("Connection to Indexed Database server lost", "UnknownError");
  });
  return () => opening.mockRestore();
}

test("a row that cannot be read is kept by every change, and hides no other one", async () => {
  const { person } = await makeLink("ana");
  await store([other, person]);
  expect((await people.read()).map(({ id }) => id)).toEqual(["ana"]);
  expect(await people.unreadable.read()).toBe(1);
  await changeWatched("ana", (before) => ({ ...before, name: "Ana" }));
  await people.change(() => ({ keep: [], answer: undefined }));
  expect(await readLinks("watched")).toEqual([other]);
});

test("a value that is no list at all is kept, too", async () => {
  await store(other);
  const { person } = await makeLink("ben");
  await people.change((before) => ({ keep: [...before, person], answer: undefined }));
  expect(await people.unreadable.read()).toBe(1);
  expect(await readLinks("watched")).toMatchObject([{ id: "ben" }, other]);
});

test("a list that could not be read is changed once it can be, and loses no row", async () => {
  const [ana, eve, ben] = [await makeLink("ana"), await makeLink("eve"), await makeLink("ben")];
  await store([ana.person, eve.person]);
  const isBack = loseDatabase();
  await changeWatched("ana", (before) => ({ ...before, name: "Ana" }));
  await people.change((before) => ({ keep: [...before, ben.person], answer: undefined }));
  isBack();
  expect(await people.read()).toMatchObject([{ name: "Ana" }, { id: "eve" }, { id: "ben" }]);
  // Meanwhile another tab removes somebody.
  await store([ana.person]);
  await changeWatched("ben", (before) => ({ ...before, name: "Ben" }));
  expect(await readLinks("watched")).toMatchObject([{ name: "Ana" }, { name: "Ben" }]);
});

test("what is read from a database that fails at times is what it held before", async () => {
  const { person } = await makeLink("ana");
  await store([person]);
  await people.read();
  const isBack = loseDatabase();
  expect(await noteNotified("ana", { seq: 1, item: test1 })).toBe(true);
  expect(await noteNotified("ana", { seq: 1, item: test1 })).toBe(false);
  isBack();
  expect(await people.read()).toMatchObject([{ notifiedSeq: 1 }]);
});

test("a change that was stored just before the database fails is known while it fails", async () => {
  const { person } = await makeLink("eve");
  await store([person]);
  expect(await noteNotified("eve", { seq: 1, item: test1 })).toBe(true);
  const isBack = loseDatabase();
  expect(await noteNotified("eve", { seq: 1, item: test1 })).toBe(false);
  isBack();
  expect(await people.read()).toMatchObject([{ notifiedSeq: 1 }]);
});

test("what a full disk does not take is remembered, however much it is", async () => {
  const { person } = await makeLink("ana");
  await store([person]);
  const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("Full", "QuotaExceededError");
  });
  const rename = () =>
    changeWatched("ana", (before) => ({ ...before, nextSeq: before.nextSeq + 1 }));
  for (let times = 0; times < 250; times += 1) await rename();
  expect(await people.read()).toMatchObject([{ nextSeq: 251 }]);
  put.mockRestore();
  await rename();
  expect(await readLinks("watched")).toMatchObject([{ nextSeq: 252 }]);
});

test("what another tab could store meanwhile is kept, however much this page could not", async () => {
  const [ana, ben] = [await makeLink("ana"), await makeLink("ben")];
  await store([ana.person]);
  const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("Full", "QuotaExceededError");
  });
  const count = () =>
    changeWatched("ana", (before) => ({ ...before, nextSeq: before.nextSeq + 1 }));
  for (let times = 0; times < 250; times += 1) await count();
  put.mockRestore();
  await store([ana.person, ben.person]);
  const other = new BroadcastChannel("emergency");
  other.postMessage("links");
  await expect.poll(() => people.read()).toMatchObject([{ nextSeq: 251 }, { id: "ben" }]);
  other.close();
  await count();
  expect(await readLinks("watched")).toMatchObject([{ nextSeq: 252 }, { id: "ben" }]);
});

test("what was read once is still known while the database cannot be read", async () => {
  const { person } = await makeLink("ana");
  await store([person, other]);
  await people.read();
  const isBack = loseDatabase();
  expect(await people.read()).toMatchObject([{ id: "ana" }]);
  expect(await people.unreadable.read()).toBe(1);
  await changeWatched("ana", (before) => ({ ...before, name: "Ana" }));
  expect(await people.read()).toMatchObject([{ name: "Ana" }]);
  isBack();
  await store([]);
  expect(await people.read()).toEqual([]);
});
