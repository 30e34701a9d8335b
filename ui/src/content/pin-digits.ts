/** The input filter of PIN fields. */
import { pinLimits } from "./limits.ts";

/** Keeps digits only, six at most, as every PIN field does. */
export function pinDigits(typed: string): string {
  return typed.replaceAll(/\D/g, "").slice(0, pinLimits.maximumDigits);
}
