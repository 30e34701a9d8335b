/** Claims about pieces of sound that is put together: few are in memory, and none stays on the disk. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetPieces, pieceKeeper } from "./sound-pieces.ts";

const MEGABYTE = 1_000_000;

/** How many pieces are in files. */
async function filed(): Promise<number> {
  const opening = indexedDB.open("pieces");
  const db = await new Promise<IDBDatabase>((resolve) => {
    opening.onsuccess = () => resolve(opening.result);
  });
  const counting = db.transaction("pieces").objectStore("pieces").count();
  return new Promise((resolve) => {
    counting.onsuccess = () => {
      db.close();
      resolve(counting.result);
    };
  });
}

/** The browser has so much room. */
const stubRoom = (quota: number) =>
  vi.stubGlobal("navigator", { storage: { estimate: async () => ({ quota, usage: 0 }) } });

beforeEach(async () => {
  stubRoom(1_000 * MEGABYTE);
  await forgetPieces();
});
afterEach(() => vi.unstubAllGlobals());

const pieceOf = (letter: string) => new Blob([letter.repeat(MEGABYTE)]);

test("the first 8 MB are kept in memory and the others in files, with the same bytes", async () => {
  const keeper = pieceKeeper();
  const pieces = [..."abcdefghijkl"].map(pieceOf);
  const kept: Blob[] = [];
  for (const piece of pieces) kept.push(await keeper.keep(piece));
  expect(kept.map((piece, at) => piece === pieces[at])).toEqual(pieces.map((_piece, at) => at < 8));
  expect(await filed()).toBe(4);
  for (const [at, piece] of pieces.entries()) {
    expect(await kept[at]?.text()).toBe(await piece.text());
  }
});

test("what was put together for one sound is removed, and what was for another stays", async () => {
  const [one, other] = [pieceKeeper(), pieceKeeper()];
  for (const letter of "abcdefghijk") {
    await one.keep(pieceOf(letter));
    await other.keep(pieceOf(letter));
  }
  expect(await filed()).toBe(6);
  one.forget();
  one.forget();
  await expect.poll(filed).toBe(3);
  await forgetPieces();
  expect(await filed()).toBe(0);
});

test("where room is short, pieces stay as they are", async () => {
  stubRoom(40 * MEGABYTE);
  const keeper = pieceKeeper();
  for (const letter of "abcdefghijkl") {
    const piece = pieceOf(letter);
    expect(await keeper.keep(piece)).toBe(piece);
  }
  expect(await filed()).toBe(0);
});
