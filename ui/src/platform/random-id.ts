/** Random identifiers from a cryptographic source. */

/** A UUID of version 4, for an emergency, a recording or a contact. */
export function randomId(): string {
  return crypto.randomUUID();
}
