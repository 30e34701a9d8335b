/** Claims about lists of links of which a row cannot be read. */
import { afterEach, expect, test } from "vitest";
import { makeLink } from "#test/link-pair.ts";
import { changeLinks, readLinks } from "./link-database.ts";
import { changeWatched, people } from "./watched.ts";

const other = { id: "of another release", keys: "unknown" };
const store = (keep: unknown) => changeLinks("watched", () => ({ keep, answer: undefined }));
afterEach(() => store([]));

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
