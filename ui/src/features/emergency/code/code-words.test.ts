/** Claims about the words that say how an emergency is ended. */
import { expect, test } from "vitest";
import { endingText } from "./code-words.ts";

test.each([
  [null, "To end it, type your PIN, or 4711 if you have none."],
  [false, "To end it, type 4711."],
  [true, "To end it, type your own PIN."],
])("whether there is an own PIN is %s: %s", (hasOwnPin, words) => {
  expect(endingText("4711", hasOwnPin)).toBe(words);
});
