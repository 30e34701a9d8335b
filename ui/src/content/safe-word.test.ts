/** Claims about what may be a safe word. */
import { expect, test } from "vitest";
import { defaults } from "./limits.ts";
import { saveMessages } from "./messages.ts";
import { safeWordProblem } from "./safe-word.ts";

test.each([
  "Pineapple",
  "purple umbrella",
  "Zoë's café",
  "room 21",
  "call my sister",
  defaults.safeWord,
])("%s may be one", (word) => {
  expect(safeWordProblem(word)).toBeNull();
});

test.each(["p", "pea", "p e a", "...!", "12 3"])("%j is too short", (word) => {
  expect(safeWordProblem(word)).toBe(saveMessages.safeWordShort);
});

test.each(["what", "Okay", "THANK YOU", "dont", "I don’t know", "good morning!"])(
  "%s is said by chance",
  (word) => {
    expect(safeWordProblem(word)).toMatchObject({ title: "Safe word too common" });
  },
);

test("an empty one is asked for in the words of the settings", () => {
  expect(safeWordProblem("  ")).toBe(saveMessages.safeWordRequired);
});
