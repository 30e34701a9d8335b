/** Fields for a PIN: what they take, the bullets that they show, and what their person did to them. */
import { pinLimits } from "./limits.ts";
import { plainDigits } from "./plain-digits.ts";

/** Keeps digits only, six at most, as every PIN field does; those of another script are the same PIN. */
export function pinDigits(typed: string): string {
  return plainDigits(typed).replaceAll(/\D/g, "").slice(0, pinLimits.maximumDigits);
}

/** What stands in the document for a digit: neither a screen reader nor another program reads the PIN there. */
const BULLET = "\u2022";

/** The field's value for so many digits. */
export const bulletsFor = (digits: string): string => BULLET.repeat(digits.length);

/** How many bullets `text` begins with. */
function leading(text: string): number {
  const other = [...text].findIndex((character) => character !== BULLET);
  return other === -1 ? text.length : other;
}

/**
 * The digits after an edit of the field. `value` is what the field then has: bullets for what was left of `digits`, and
 * what was typed or pasted between them. `caret` is where its caret stands; where only bullets are left, something was
 * deleted there.
 */
export function editedDigits(digits: string, value: string, caret: number | null): string {
  const first = leading(value);
  if (first === value.length) {
    const at = Math.min(caret ?? first, first);
    return digits.slice(0, at) + digits.slice(digits.length - (first - at));
  }
  const last = leading([...value].reverse().join(""));
  const typed = value.slice(first, value.length - last);
  return pinDigits(digits.slice(0, first) + typed + digits.slice(digits.length - last));
}
