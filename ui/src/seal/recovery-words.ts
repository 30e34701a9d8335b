/** Recovery phrases as 12 English words with a checksum (BIP-39). Loaded where a phrase is made or typed, and nowhere else. */
import { entropyToMnemonic, mnemonicToEntropy } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english.js";
import type { Bytes } from "./bytes.ts";
import { randomBytes } from "./keys.ts";
import { PHRASE_BYTES } from "./recovery.ts";

const WORDS = 12;
const known = new Set(wordlist);

/** A new phrase: its words, and the bytes that they stand for. */
export function newPhrase(): { readonly words: readonly string[]; readonly bytes: Bytes } {
  const bytes = randomBytes(PHRASE_BYTES);
  return { words: entropyToMnemonic(bytes, wordlist).split(" "), bytes };
}

/** What somebody typed as a phrase. */
export type TypedPhrase =
  | { readonly type: "phrase"; readonly bytes: Bytes }
  | { readonly type: "count"; readonly count: number }
  /** These words are in no phrase. */
  | { readonly type: "unknown"; readonly words: readonly string[] }
  /** All words are known, and at least one is not the right one, or not in its place. */
  | { readonly type: "wrong" };

/** Reads a phrase, whatever stands between its words. */
export function readPhrase(typed: string): TypedPhrase {
  const words = typed.toLowerCase().match(/[a-z]+/g) ?? [];
  const unknown = words.filter((word) => !known.has(word));
  if (unknown.length > 0) return { type: "unknown", words: unknown };
  if (words.length !== WORDS) return { type: "count", count: words.length };
  try {
    return {
      type: "phrase",
      bytes: new Uint8Array(mnemonicToEntropy(words.join(" "), wordlist)),
    };
  } catch {
    return { type: "wrong" };
  }
}
