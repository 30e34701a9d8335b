/** The hash of a PIN, as tests store it that type a code and are not about hashing. */

/** As `sealPin` makes it, with one iteration: a hash says how many it has, and the many of the product take their time. */
export async function quicklySealed(pin: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const bytes = new TextEncoder().encode(pin);
  const key = await crypto.subtle.importKey("raw", bytes, "PBKDF2", false, ["deriveBits"]);
  const how = { name: "PBKDF2", hash: "SHA-256", salt, iterations: 1 };
  const hash = await crypto.subtle.deriveBits(how, key, 256);
  const hex = (part: Uint8Array) =>
    [...part].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return ["pbkdf2-sha256", 1, hex(salt), hex(new Uint8Array(hash))].join(":");
}
