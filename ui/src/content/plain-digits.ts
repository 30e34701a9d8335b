/** Digits of other scripts, as the number pads of phones type them in some languages. */

const DIGIT = /\p{Nd}/u;

/** Each digit of a script as the same digit of ASCII. In Unicode the ten digits of a script follow each other from code point ...0 or ...6 on. */
export function plainDigits(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const row = code - (code % 16);
    return String(code - (DIGIT.test(String.fromCodePoint(row)) ? row : row + 6));
  });
}
