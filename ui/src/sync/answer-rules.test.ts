/** Claims about which of a guardian's answers the settings show. */
import { expect, test } from "vitest";
import { shownAnswer } from "./answer-rules.ts";

const seen = { answer: "seen", about: "e" } as const;
const police = { answer: "police-called", about: "e" } as const;
const tested = { answer: "seen", about: null } as const;

test("of an emergency the furthest answer is shown, whatever came late", () => {
  expect(shownAnswer(null, [police, seen])).toEqual(police);
  expect(shownAnswer(police, [seen])).toEqual(police);
  expect(shownAnswer(seen, [police])).toEqual(police);
});

test("another emergency has answers of its own", () => {
  const next = { ...seen, about: "f" };
  expect(shownAnswer(police, [next])).toEqual(next);
});

test("an answer to a test hides none to an emergency that came with it, and is shown when it comes alone", () => {
  expect(shownAnswer(null, [police, tested])).toEqual(police);
  expect(shownAnswer(police, [tested])).toEqual(tested);
  expect(shownAnswer(null, [])).toBeNull();
});
