/** SHA-256, by the browser. */

/** The digest of bytes as 64 lower-case hexadecimal digits (FIPS 180-4). */
export async function sha256(bytes: ArrayBuffer): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
