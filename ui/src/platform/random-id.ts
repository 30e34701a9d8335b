/** Random identifiers from a cryptographic source. */

/** A UUID of version 4, for whatever else needs an identifier. */
export function randomId(): string {
  return crypto.randomUUID();
}

/** 21 hexadecimal digits with 78 random bits, for an emergency and its recordings; earlier releases gave them UUIDs. */
export function randomShortId(): string {
  return randomId().replaceAll("-", "").slice(11);
}
