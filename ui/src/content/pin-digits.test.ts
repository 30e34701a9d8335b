/** Claims about the input filter of PIN fields. */
import { expect, test } from "vitest";
import { pinDigits } from "./pin-digits.ts";

test("a PIN field keeps six digits and nothing else", () => {
  expect(pinDigits("12 a3-4567890")).toBe("123456");
});
