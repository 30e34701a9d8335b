/** Salted, slow hashes of PINs, by the browser (PBKDF2 with HMAC-SHA-256, RFC 8018). */
import { pinLimits } from "#content/limits.ts";

const SCHEME = "pbkdf2-sha256";
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** More than any release used: a record that somebody edited must not keep the phone busy for minutes. */
const MOST_ITERATIONS = 5_000_000;

interface Sealed {
  readonly iterations: number;
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly hash: Uint8Array<ArrayBuffer>;
}

/** Takes the time of a comparison where there is nothing to compare with. */
const NOTHING: Sealed = {
  iterations: pinLimits.hashIterations,
  salt: new Uint8Array(SALT_BYTES),
  hash: new Uint8Array(HASH_BYTES),
};

const toHex = (bytes: Uint8Array) =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

function fromHex(text: string | undefined, length: number): Uint8Array<ArrayBuffer> | null {
  if (text === undefined || text.length !== 2 * length || !/^[0-9a-f]+$/.test(text)) return null;
  return Uint8Array.from({ length }, (_, at) =>
    Number.parseInt(text.slice(2 * at, 2 * at + 2), 16),
  );
}

function parse(kept: string): Sealed | null {
  const [scheme, count, saltHex, hashHex, ...rest] = kept.split(":");
  const [salt, hash] = [fromHex(saltHex, SALT_BYTES), fromHex(hashHex, HASH_BYTES)];
  const iterations = Number(count);
  const isCount = Number.isInteger(iterations) && 0 < iterations && iterations <= MOST_ITERATIONS;
  if (scheme !== SCHEME || rest.length > 0 || !isCount || salt === null || hash === null) {
    return null;
  }
  return { iterations, salt, hash };
}

async function derive(pin: string, { iterations, salt }: Omit<Sealed, "hash">) {
  const bytes = new TextEncoder().encode(pin);
  const key = await crypto.subtle.importKey("raw", bytes, "PBKDF2", false, ["deriveBits"]);
  const how = { name: "PBKDF2", hash: "SHA-256", salt, iterations };
  return new Uint8Array(await crypto.subtle.deriveBits(how, key, 8 * HASH_BYTES));
}

/** Whether all bytes are the same, in a time that does not depend on where they differ. */
function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.reduce((differences, byte, at) => differences | (byte ^ (other[at] ?? 0)), 0) === 0;
}

/** Whether a stored PIN is a hash, and not digits in clear as earlier releases stored them. */
export function isSealedPin(kept: string): boolean {
  return parse(kept) !== null;
}

/** The hash of a PIN, with its salt and iteration count; a hash stays as it is. Rejects without Web Crypto. */
export async function sealPin(pin: string): Promise<string> {
  if (isSealedPin(pin)) return pin;
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const iterations = pinLimits.hashIterations;
  const hash = await derive(pin, { iterations, salt });
  return [SCHEME, iterations, toHex(salt), toHex(hash)].join(":");
}

/**
 * Whether a typed code is the stored PIN, which may still be in clear. It takes the time of one hash in every case,
 * so that the time tells nothing about the stored PIN, nor whether there is one.
 */
export async function matchesPin(entered: string, kept: string): Promise<boolean> {
  const sealed = parse(kept);
  const isClear = sealed === null && kept !== "" && entered === kept;
  if (crypto.subtle === undefined) return isClear;
  const derived = await derive(entered, sealed ?? NOTHING);
  return sealed === null ? isClear : isSame(derived, sealed.hash);
}
