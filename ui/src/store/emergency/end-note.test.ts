/** Claims about the note of the last ends. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { storageLimits } from "#content/limits.ts";
import { endNotes, notedEnds, noteEnd } from "./end-note.ts";

let text: string | null;
let hasRoom: boolean;
const note = () =>
  endNotes({
    read: async () => text,
    write: async (next, isOldWrong) => {
      if (hasRoom) text = next;
      else if (isOldWrong) text = null;
    },
  });
const settle = () => new Promise((resolve) => setTimeout(resolve));

/** The ends that are noted after one more, or, with null, after a call for help. */
async function after(
  { noteEnd: write, notedEnds: read }: ReturnType<typeof note>,
  id: string,
  at: number | null,
) {
  write(id, at);
  await settle();
  return read();
}

beforeEach(() => {
  text = null;
  hasRoom = true;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("an end is noted, and taken back by the next call for help", async () => {
  const ends = note();
  expect(await ends.notedEnds()).toEqual([]);
  expect(await after(ends, "first", 5)).toEqual([{ id: "first", at: 5, isOwn: false }]);
  expect(await after(ends, "second", null)).toEqual([]);
});

test("the next end is noted with those before it, also those that an earlier page noted", async () => {
  note().noteEnd("first", 5);
  await settle();
  const later = note();
  await later.notedEnds();
  later.noteEnd("second", null);
  later.noteEnd("second", 7, true);
  await settle();
  const both = [
    { id: "second", at: 7, isOwn: true },
    { id: "first", at: 5, isOwn: false },
  ];
  expect(await note().notedEnds()).toEqual(both);
  for (const at of [8, 9, 10, 11]) later.noteEnd(`later ${at}`, at);
  await settle();
  expect((await later.notedEnds()).map(({ at }) => at)).toEqual([11, 10, 9, 8]);
});

test("an emergency that goes on after its end is noted as over no more, whatever ends later", async () => {
  const { noteEnd, notedEnds } = note();
  noteEnd("first", 5);
  noteEnd("first", null);
  noteEnd("second", 7);
  await settle();
  expect(await notedEnds()).toEqual([{ id: "second", at: 7, isOwn: false }]);
});

test("a call for help is noted by no end in a cache without room too, and a later end leaves those before it there", async () => {
  const ends = note();
  const first = await after(ends, "first", 5);
  expect(first).toHaveLength(1);
  hasRoom = false;
  expect(await after(ends, "second", 7)).toEqual(first);
  expect(await after(ends, "third", null)).toEqual([]);
});

test("what happened last is written last, also where the cache takes its time", async () => {
  const done: (() => void)[] = [];
  const write = (next: string) =>
    new Promise<void>((resolve) => {
      done.unshift(() => {
        text = next;
        resolve();
      });
    });
  const { noteEnd } = endNotes({ read: async () => text, write });
  noteEnd("first", 5);
  noteEnd("second", null);
  for (let count = 0; count < 2; count += 1) {
    await settle();
    for (const finish of done.splice(0)) finish();
  }
  await settle();
  expect(text).toBe("[]");
});

test.each(["", "{", "{}", '[{"id":"first"}]', '[{"id":5,"at":5}]', '[{"id":"first","at":"5"}]'])(
  "a text that is no note says nothing: %s",
  async (edited) => {
    text = edited;
    expect(await note().notedEnds()).toEqual([]);
  },
);

test("the browser's cache deletes the ends where it has no room for a call for help", async () => {
  const texts = new Map<string, Response>();
  const put = async (path: string, response: Response) => {
    if (texts.size > 0) throw new DOMException("No room.", "QuotaExceededError");
    texts.set(path, response);
  };
  vi.stubGlobal("caches", {
    match: async (path: string) => texts.get(path)?.clone(),
    open: async () => ({ put, delete: async (path: string) => texts.delete(path) }),
  });
  const ends = { noteEnd, notedEnds };
  expect(await after(ends, "first", 5)).toEqual([{ id: "first", at: 5, isOwn: false }]);
  expect(await after(ends, "second", null)).toEqual([]);
});

test("a cache that hangs or fails notes no end, and keeps nobody waiting", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("caches", { match: () => new Promise(() => undefined) });
  const noted = notedEnds();
  await vi.advanceTimersByTimeAsync(storageLimits.databasePatienceMs);
  expect(await noted).toEqual([]);
  const fails = () => Promise.reject(new Error("The cache is broken."));
  vi.stubGlobal("caches", { match: fails, open: fails });
  noteEnd("first", 5);
  await vi.advanceTimersByTimeAsync(0);
  expect(await notedEnds()).toEqual([]);
});
