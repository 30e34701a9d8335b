/** Claims about what the settings say of sound on our server. */
import { expect, test } from "vitest";
import { isDeletable, type StoredFacts, storedText } from "./stored-sound-rules.ts";

const day = 86_400_000;
const begunAt = Date.UTC(2026, 10, 1, 12);
const facts: StoredFacts = {
  ...{ begunAt, madeAt: begunAt + day, storedUntil: begunAt + 60_000 },
  newestAt: begunAt + day + 60_000,
  progress: { next: { hashes: 0, sound: 15 } },
};
const nothing: StoredFacts = {
  ...facts,
  ...{ storedUntil: null, newestAt: null, progress: { next: { hashes: 0, sound: 0 } } },
};

test("a recording of which nothing was sent is not on the server", () => {
  expect(storedText(nothing, begunAt, true)).toContain("our server has nothing of it");
  expect(isDeletable(nothing, begunAt + 5 * day, true)).toBe(false);
});

test("a piece whose answer was lost may be there, and can be deleted", () => {
  const unanswered = { ...nothing, progress: { next: { hashes: 0, sound: 1 } } };
  expect(storedText(unanswered, begunAt + day, true)).toContain("may have some of it");
  expect(isDeletable(unanswered, begunAt + 1.5 * day, true)).toBe(false);
  expect(isDeletable(unanswered, begunAt + 2 * day, true)).toBe(true);
});

test("the 30 days count from when the server took it, and after them it is not said to be there", () => {
  expect(storedText(facts, begunAt + 3 * day, true)).toContain("Dec 2, 2026");
  const later = storedText(facts, begunAt + 31 * day, true);
  expect(later).toContain("was to delete it on Dec 2, 2026");
  expect(later).not.toContain("our server has");
});
