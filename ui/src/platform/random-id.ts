/** Random identifiers from the device's own secure source. */
import { nanoid } from "nanoid";
import { idLengths } from "#content/limits.ts";

/** 21 characters of A-Z a-z 0-9 _ -, for an emergency or a recording (spec section 3). */
export function emergencyId(): string {
  return nanoid(idLengths.emergencyCharacters);
}

/** 13 characters of the same alphabet, for a share link (spec section 9). */
export function shareCode(): string {
  return nanoid(idLengths.shareCodeCharacters);
}
