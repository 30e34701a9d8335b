/** The emergency numbers that this device offers, at once and without a network. */
import { callNumbersKey } from "#content/device-records.ts";
import { emergencyNumbers } from "#content/limits.ts";
import { readText } from "#platform/storage/storage.ts";

/** The stored numbers separated by spaces; those of the specification where none are stored, or what is stored are none. */
export function callNumbersText(): string {
  const text = readText(callNumbersKey) ?? "";
  return /^\d+( \d+)*$/.test(text) ? text : emergencyNumbers;
}
