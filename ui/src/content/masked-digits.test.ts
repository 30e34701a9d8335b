/** Claims about a field whose digits stand behind bullets. */
import { expect, test } from "vitest";
import { bulletsFor, editedDigits, pinDigits } from "./masked-digits.ts";

const b = "\u2022";

test.each([
  ["a digit at the end", "123", `${b}${b}${b}4`, 4, "1234"],
  ["a digit at the beginning", "123", `4${b}${b}${b}`, 1, "4123"],
  ["a digit between two", "123", `${b}4${b}${b}`, 2, "1423"],
  ["a letter", "123", `${b}${b}${b}x`, 4, "123"],
  ["a code that is pasted over all", "123", "482915", 6, "482915"],
  ["a code with spaces that is pasted", "", "48 29 15", 8, "482915"],
  ["two digits over the middle one", "123", `${b}89${b}`, 3, "1893"],
  ["one digit too many", "123456", `${b.repeat(6)}7`, 7, "123456"],
  ["the last one deleted", "123", `${b}${b}`, 2, "12"],
  ["the first one deleted", "123", `${b}${b}`, 0, "23"],
  ["the middle one deleted", "123", `${b}${b}`, 1, "13"],
  ["all deleted", "123", "", 0, ""],
  ["an unknown caret after a deletion", "123", `${b}${b}`, null, "12"],
])("%s", (_, digits, value, caret, after) => {
  expect(editedDigits(digits, value, caret)).toBe(after);
});

test("any sequence of edits gives the digits that an ordinary field would have", () => {
  let seed = 7;
  const random = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * most);
  };
  let digits = "";
  for (let count = 0; count < 2_000; count += 1) {
    const from = random(digits.length + 1);
    const to = from + random(digits.length - from + 1);
    const typed = String(random(1_000)).slice(0, random(4));
    const whole = digits.slice(0, from) + typed + digits.slice(to);
    // The edit of a browser: what is selected gives way to what is typed, and the caret stands after it.
    const shown = bulletsFor(digits);
    const value = shown.slice(0, from) + typed + shown.slice(to);
    digits = editedDigits(digits, value, from + typed.length);
    expect(digits).toBe(whole.slice(0, 6));
  }
});

test("a PIN field keeps six digits and nothing else", () => {
  expect(pinDigits("12 a3-4567890")).toBe("123456");
});
