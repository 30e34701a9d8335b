/** Phone numbers as people write them, and whether a phone can dial one as it stands. */

/** The fewest digits of a number, and the most (ITU-T E.164). */
const DIGITS = { minimum: 3, maximum: 15 } as const;

/** Why a number cannot be dialled, for the person; null when it can. Nothing is corrected: another number is another person. */
export function phoneNumberProblem(text: string): string | null {
  const number = text.trim();
  const digits = number.replaceAll(/\D/g, "").length;
  if (number === "") return "Enter a phone number.";
  if (!/^\+?[\d\s().\-/\u2010-\u2013]*$/.test(number)) {
    return "Use digits only, with a plus at the front if you need one. Leave out an extension.";
  }
  if (/^\+.*\(0\)/.test(number)) return "Leave out the (0) after the country code.";
  if (digits < DIGITS.minimum) return `Enter at least ${DIGITS.minimum} digits.`;
  return digits > DIGITS.maximum ? `Enter at most ${DIGITS.maximum} digits.` : null;
}

/** Whether a phone can dial the number. */
export function isDialable(text: string): boolean {
  return phoneNumberProblem(text) === null;
}

/** Digits and a leading plus: what a phone dials. */
export function dialable(text: string): string {
  const trimmed = text.trim();
  return `${trimmed.startsWith("+") ? "+" : ""}${trimmed.replaceAll(/\D/g, "")}`;
}
