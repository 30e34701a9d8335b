/** Claims about digits of other scripts. */
import { expect, test } from "vitest";
import { pinDigits } from "./masked-digits.ts";
import { plainDigits } from "./plain-digits.ts";

test.each([
  ["Arabic", "\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669"],
  ["Persian", "\u06f0\u06f1\u06f2\u06f3\u06f4\u06f5\u06f6\u06f7\u06f8\u06f9"],
  ["Devanagari", "\u0966\u0967\u0968\u0969\u096a\u096b\u096c\u096d\u096e\u096f"],
  ["Bengali", "\u09e6\u09e7\u09e8\u09e9\u09ea\u09eb\u09ec\u09ed\u09ee\u09ef"],
  ["full-width", "\uff10\uff11\uff12\uff13\uff14\uff15\uff16\uff17\uff18\uff19"],
  ["mathematical", String.fromCodePoint(...Array.from({ length: 10 }, (_, n) => 0x1d7d8 + n))],
  ["plain", "0123456789"],
])("%s digits are read as plain ones", (_, digits) => {
  expect(plainDigits(digits)).toBe("0123456789");
  expect(plainDigits(`+${digits} a`)).toBe("+0123456789 a");
});

test("a PIN can be typed on a number pad of another script", () => {
  expect(pinDigits("\u0664\u0668\u06f2\u096f15")).toBe("482915");
});
