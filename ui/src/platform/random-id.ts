/** Random identifiers from a cryptographic source. */

/** A UUID of version 4, for whatever else needs an identifier. */
export function randomId(): string {
  return crypto.randomUUID();
}

/** 21 random characters of 64, for an emergency and its recordings; earlier releases gave them UUIDs. */
export function randomShortId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const text = btoa(String.fromCharCode(...bytes)).slice(0, 21);
  return text.replaceAll("+", "-").replaceAll("/", "_");
}
