/** Claims about phrases for the local spotter. */
import { expect, test } from "vitest";
import { phraseProblem, syllables } from "./phrase-rules.ts";

test.each([
  ["help", 1],
  ["help me", 2],
  ["voice", 1],
  ["purple umbrella", 5],
  ["emergency help", 5],
  ["hey silent partner", 5],
  ["call my sister pineapple", 7],
  ["please turn the table over", 7],
  ["walked home", 2],
])("%s has %d syllables", (phrase, count) => {
  expect(syllables(phrase)).toBe(count);
});

test("the default safe word is too short for the spotter, and the person is told", () => {
  expect(phraseProblem("Help")).toMatch(/too short/);
  expect(phraseProblem("help help help")).toMatch(/too short/);
  expect(phraseProblem("  ")).toMatch(/Enter/);
});

test("a phrase of four syllables or more is accepted", () => {
  expect(phraseProblem("Purple umbrella")).toBeNull();
});
