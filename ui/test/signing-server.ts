/** A server that signs receipts, for tests: what it signs is checked by the browser's own code. */
import {
  type FreshNumber,
  numberLine,
  type Receipt,
  type ReceiptKey,
  receiptLine,
} from "#content/time-receipt.ts";
import { sha256 } from "#platform/storage/digest.ts";

const base64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)));

/** A key, and what it signs. */
export interface SigningServer {
  readonly key: ReceiptKey;
  readonly receipt: (head: string, time: number) => Promise<Receipt>;
  readonly number: (nonce: string, time: number) => Promise<FreshNumber>;
}

/** Makes a server with a key of its own. */
export async function signingServer(): Promise<SigningServer> {
  const pair = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
  if (!("privateKey" in pair)) throw new Error("There is no pair.");
  const raw = await crypto.subtle.exportKey("raw", pair.publicKey);
  const id = (await sha256(raw)).slice(0, 16);
  const sign = async (line: string) =>
    base64(await crypto.subtle.sign("Ed25519", pair.privateKey, new TextEncoder().encode(line)));
  return {
    key: { id, publicKey: base64(raw), validFrom: 0, validUntil: null },
    receipt: async (head, time) => {
      const unsigned = { head, time, key: id, signature: "" };
      return { ...unsigned, signature: await sign(receiptLine(unsigned)) };
    },
    number: async (nonce, time) => {
      const unsigned = { nonce, time, key: id, signature: "" };
      return { ...unsigned, signature: await sign(numberLine(unsigned)) };
    },
  };
}
