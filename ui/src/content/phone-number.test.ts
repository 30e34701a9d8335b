/** Claims about which phone numbers are taken, and that none becomes another one. */
import { expect, test } from "vitest";
import { dialable, isDialable, phoneNumberProblem, plainNumber } from "./phone-number.ts";

test.each([
  ["000", "000"],
  [" +61 (400) 000-001 ", "+61400000001"],
  ["0400/000.001", "0400000001"],
  ["+61 400 000 001", "+61400000001"],
  ["040\u20110000001", "0400000001"],
])("%s is dialled as %s", (text, number) => {
  expect([isDialable(text), dialable(text)]).toEqual([true, number]);
});

test.each([
  ["", /Enter a phone number/],
  ["  ", /Enter a phone number/],
  ["+", /at least 3/],
  ["12", /at least 3/],
  ["+61 400 000 001 ext 5", /Leave out an extension/],
  ["+61400000001x5", /digits only/],
  ["0400 000 001,5", /digits only/],
  ["1800-FLOWERS", /digits only/],
  ["61+400000001", /digits only/],
  ["++61400000001", /digits only/],
  ["*100#", /digits only/],
  ["\u0660\u0661\u0662\u0663", /digits only/],
  ["+44 (0)20 7946 0958", /Leave out the \(0\)/],
  ["1234567890123456", /at most 15/],
])("%s is refused with a reason", (text, reason) => {
  expect(phoneNumberProblem(text)).toMatch(reason);
});

test("what the server gets of a number has no character that it refuses, and is the same number", () => {
  for (const text of ["+49\u00a030\u202f12345", "555\u20111234", "(02)\t9999\u20130000"]) {
    expect(isDialable(text)).toBe(true);
    expect(plainNumber(text)).toMatch(/^[\d +()./-]+$/);
    expect(dialable(plainNumber(text))).toBe(dialable(text));
  }
});
