/** Digits of other scripts, as the number pads of phones type them in some languages. */

const DIGIT = /\p{Nd}/u;

/**
 * Each digit of a script as the same digit of ASCII. In Unicode the ten digits of a script follow each other, and the first has a
 * code point that ends in 0 or 6 in hexadecimal. Digits that are only ASCII's in another shape, as in mathematics, lie otherwise:
 * their compatibility form (NFKC) is taken first.
 */
export function plainDigits(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, (digit) => {
    const code = digit.normalize("NFKC").codePointAt(0) ?? 0;
    const row = code - (code % 16);
    return String(code - (DIGIT.test(String.fromCodePoint(row)) ? row : row + 6));
  });
}
