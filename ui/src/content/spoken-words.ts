/** Text as it sounds: the form in which a typed word and what recognition understood are compared. */

import { safeWordLimits } from "./limits.ts";

const ONES =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

/** Letters that Unicode does not take apart into a letter and its accent. */
const LETTERS: Readonly<Record<string, string>> = {
  æ: "ae",
  đ: "d",
  ð: "d",
  ł: "l",
  ø: "o",
  œ: "oe",
  ß: "ss",
  þ: "th",
};

/**
 * The words of a text without case, accents, apostrophes and punctuation, with numbers spelt out:
 * "Don't, Zoë - 21!" is "dont", "zoe", "twenty", "one".
 */
export function spokenWords(text: string): readonly string[] {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}|['’ʼ`´]/gu, "")
    .replace(/[æđðłøœßþ]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/\d+/g, (digits) => ` ${spelt(digits)} `)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** A number up to 99 as it is said, a longer one digit by digit, as codes are. */
function spelt(digits: string): string {
  const value = Number(digits);
  if (digits.length > 2 || digits.startsWith("0")) {
    return [...digits].map((digit) => ONES[Number(digit)]).join(" ");
  }
  if (value < 20) return ONES[value] ?? "";
  const ten = TENS[Math.floor(value / 10)] ?? "";
  return value % 10 === 0 ? ten : `${ten} ${ONES[value % 10]}`;
}

/** Whether a safe word has enough letters and digits to be listened for. */
export function isLongEnough(word: string): boolean {
  return (word.match(/[\p{L}\p{N}]/gu) ?? []).length >= safeWordLimits.minimumLetters;
}
