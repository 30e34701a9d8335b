/**
 * Bytes sealed in a text that a person carries over the clipboard: AES-256-GCM (NIST SP 800-38D), with the random key in the
 * same text. That hides it from a glance and detects changes; it does not protect it from anybody who has the text.
 */
import { type Bytes, fromBase64url, joined, toBase64url } from "./bytes.ts";
import { randomBytes } from "./keys.ts";

/** What a text begins with, and its version. */
const [MARK, VERSION] = ["hr", "1"];
const [KEY_BYTES, NONCE_BYTES] = [32, 12];

/** What a text is. */
export type OpenedText =
  | { readonly kind: "opened"; readonly bytes: Bytes }
  /** Made by another release of the app. */
  | { readonly kind: "other-version" }
  | { readonly kind: "damaged" }
  | { readonly kind: "none" };

function parameters(nonce: Bytes) {
  const additionalData = new TextEncoder().encode(`${MARK}${VERSION}`);
  return { name: "AES-GCM", iv: nonce, additionalData };
}

const importKey = (bytes: Bytes, use: KeyUsage) =>
  crypto.subtle.importKey("raw", bytes, "AES-GCM", false, [use]);

/** The text with `bytes`. */
export async function sealText(bytes: Bytes): Promise<string> {
  const [key, nonce] = [randomBytes(KEY_BYTES), randomBytes(NONCE_BYTES)];
  const sealed = await crypto.subtle.encrypt(
    parameters(nonce),
    await importKey(key, "encrypt"),
    bytes,
  );
  return `${MARK}${VERSION}:${toBase64url(joined(key, nonce, new Uint8Array(sealed)))}`;
}

/** Opens the first such text; white space, which apps add when they wrap lines, does not count. */
export async function openText(text: string): Promise<OpenedText> {
  const parts = /^hr(\d{1,3}):(.*)$/.exec(text.replaceAll(/\s/g, ""));
  if (parts === null) return { kind: "none" };
  if (parts[1] !== VERSION) return { kind: "other-version" };
  const bytes = fromBase64url(parts[2] ?? "");
  return (bytes && (await openBytes(bytes))) ?? { kind: "damaged" };
}

async function openBytes(bytes: Bytes): Promise<OpenedText | null> {
  const sealedAt = KEY_BYTES + NONCE_BYTES;
  if (bytes.length <= sealedAt) return null;
  const how = parameters(bytes.slice(KEY_BYTES, sealedAt));
  try {
    const key = await importKey(bytes.slice(0, KEY_BYTES), "decrypt");
    const opened = await crypto.subtle.decrypt(how, key, bytes.slice(sealedAt));
    return { kind: "opened", bytes: new Uint8Array(opened) };
  } catch {
    return null;
  }
}
