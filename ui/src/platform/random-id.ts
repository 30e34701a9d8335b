/** Random identifiers from the device's own secure source. */
import { nanoid } from "nanoid";
import { idCharacters } from "#content/limits.ts";

/** 21 characters of A-Z a-z 0-9 _ -, for an emergency, a recording or a contact. */
export function emergencyId(): string {
  return nanoid(idCharacters);
}
