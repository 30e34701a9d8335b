/** Phone numbers as people write them, and whether a phone can dial one as it stands. */

/** The fewest digits of a number, and the most (ITU-T E.164). */
const MINIMUM = 3;
const MAXIMUM = 15;

const FORM = /^\+?[\d\s().\-/\u2010-\u2013]*$/;
const ZERO = /^\+.*\(0\)/;

const digitsOf = (number: string) => number.replaceAll(/\D/g, "").length;

/** Whether a phone can dial the number. */
export function isDialable(text: string): boolean {
  const number = text.trim();
  const digits = digitsOf(number);
  const isLong = MINIMUM <= digits && digits <= MAXIMUM;
  return isLong && FORM.test(number) && !ZERO.test(number);
}

/**
 * Why a number cannot be dialled, for the person; null when it can. Nothing is corrected: another number is another person.
 * The first script asks only whether it can, and does without these sentences.
 */
export function phoneNumberProblem(text: string): string | null {
  const number = text.trim();
  if (isDialable(number)) return null;
  if (number === "") return "Enter a phone number.";
  if (!FORM.test(number)) {
    return "Use digits only, with a plus at the front if you need one. Leave out an extension.";
  }
  if (ZERO.test(number)) return "Leave out the (0) after the country code.";
  return digitsOf(number) < MINIMUM
    ? `Enter at least ${MINIMUM} digits.`
    : `Enter at most ${MAXIMUM} digits.`;
}

/** The number with the dashes and blanks of a keyboard in the place of those of a printed text, which the server refuses. */
export const plainNumber = (text: string): string =>
  text.replaceAll(/[\u2010-\u2013]/g, "-").replaceAll(/\s/g, " ");

/** Digits and a leading plus: what a phone dials. */
export function dialable(text: string): string {
  const trimmed = text.trim();
  return `${trimmed.startsWith("+") ? "+" : ""}${trimmed.replaceAll(/\D/g, "")}`;
}
