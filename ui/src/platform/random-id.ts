/** Random identifiers from a cryptographic source. */
import { nanoid } from "nanoid";
import { idCharacters } from "#content/limits.ts";

/** 21 characters of A-Z a-z 0-9 _ -, for an emergency, a recording or a contact. */
export function emergencyId(): string {
  return nanoid(idCharacters);
}
