/** Random identifiers from a cryptographic source. */

/** A UUID of version 4. */
export function randomId(): string {
  return crypto.randomUUID();
}

/** 21 hexadecimal digits with 78 random bits, for an emergency and the parts of its recording. Those of earlier releases have UUIDs. */
export function randomShortId(): string {
  return randomId().replaceAll("-", "").slice(11);
}
