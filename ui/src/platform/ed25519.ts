/** Signatures by Ed25519 (RFC 8032), checked by the browser. */

const bytesOf = (base64: string) =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** The key, null where this browser does not know the algorithm. Rejects for what is no key. */
async function importKey(publicKey: string): Promise<CryptoKey | null> {
  const bytes = bytesOf(publicKey);
  try {
    return await crypto.subtle.importKey("raw", bytes, "Ed25519", false, ["verify"]);
  } catch (error) {
    if (error instanceof DOMException && error.name === "NotSupportedError") return null;
    throw error;
  }
}

/**
 * Whether a key, 32 bytes in base64, has signed a text; null where this browser cannot tell. What is no key or no signature
 * has signed nothing.
 */
export async function isSignedBy(
  publicKey: string,
  text: string,
  signature: string,
): Promise<boolean | null> {
  try {
    const key = await importKey(publicKey);
    if (key === null) return null;
    const bytes = new TextEncoder().encode(text);
    return await crypto.subtle.verify("Ed25519", key, bytesOf(signature), bytes);
  } catch {
    return false;
  }
}
