/** Claims about how many SMS a text takes. */
import { expect, test } from "vitest";
import { smsParts, wordsHint, wordsProblem } from "./sms-parts.ts";

const sos = "\u{1f198}";

test.each([
  ["nothing", "", 1],
  ["160 letters", "x".repeat(160), 1],
  ["161 letters", "x".repeat(161), 2],
  ["306 letters", "x".repeat(306), 2],
  ["307 letters", "x".repeat(307), 3],
  ["letters of the GSM alphabet with accents", "\u00e9\u00e0\u00fc".repeat(53), 1],
  ["80 euro signs, which take two places", "\u20ac".repeat(80), 1],
  ["81 euro signs", "\u20ac".repeat(81), 2],
  ["a euro sign that would lie across two parts", `${"x".repeat(152)}\u20ac${"x".repeat(152)}`, 3],
  ["70 units outside the GSM alphabet", `\u044f${"x".repeat(69)}`, 1],
  ["71 units outside the GSM alphabet", `\u044f${"x".repeat(70)}`, 2],
  ["35 emoji", sos.repeat(35), 1],
  ["36 emoji", sos.repeat(36), 2],
  ["67 emoji, 33 in a part, because none lies across two", sos.repeat(67), 3],
])("%s: %s", (_name, text, parts) => {
  expect(smsParts(text)).toBe(parts);
});

test("the person is told how many messages the words become, and by how much they are too long", () => {
  expect(wordsHint("Send help, I am in danger.")).toContain("as one text message.");
  expect(wordsHint(`Send help ${sos}`)).toContain("3 text messages");
  expect(wordsProblem("x".repeat(480), 480)).toBeNull();
  expect(wordsProblem("x".repeat(481), 480)).toBe("Too long by 1 character.");
});
