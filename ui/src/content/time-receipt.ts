/** What the server signs about times; `server/src/crypto/receipts.rs` documents it. */

/** The version that this app knows. */
export const RECEIPT_VERSION = 1;

/** That the server was shown a fingerprint. */
export interface Receipt {
  /** 64 hexadecimal digits. */
  readonly head: string;
  /** The server's time, in Unix seconds. */
  readonly time: number;
  /** The name of the key that signed. */
  readonly key: string;
  /** Ed25519, in base64. */
  readonly signature: string;
}

/** A number that nobody knew before. */
export interface FreshNumber {
  /** 64 hexadecimal digits. */
  readonly nonce: string;
  /** The server's time, in Unix seconds. */
  readonly time: number;
  readonly key: string;
  readonly signature: string;
}

/** A key with which they are checked. Times are Unix seconds. */
export interface ReceiptKey {
  readonly id: string;
  /** 32 bytes in base64. */
  readonly publicKey: string;
  readonly validFrom: number;
  /** Null while it signs. */
  readonly validUntil: number | null;
}

/** The line that a receipt's signature is over. */
export const receiptLine = ({ head, time, key }: Receipt): string =>
  ["receipt", RECEIPT_VERSION, head, time, key].join("|");

/** The line that a number's signature is over. */
export const numberLine = ({ nonce, time, key }: FreshNumber): string =>
  ["nonce", RECEIPT_VERSION, nonce, time, key].join("|");

/** Whether a key signed at that time. */
export const isValidAt = ({ validFrom, validUntil }: ReceiptKey, time: number): boolean =>
  validFrom <= time && (validUntil === null || time <= validUntil);

const NUMBER = "Number from the server: ";

/** What stands in the chain for a number; others check it by this text. */
export const numberSentence = (number: FreshNumber): string =>
  `${NUMBER}${numberLine(number)} ${number.signature}`;

/** The number of such a sentence; null for any other. */
export function numberOf(sentence: string): FreshNumber | null {
  const found =
    /^Number from the server: nonce\|1\|([0-9a-f]{64})\|(\d{1,12})\|([0-9a-f]{16}) (\S+)$/.exec(
      sentence,
    );
  const [, nonce, time, key, signature] = found ?? [];
  if (nonce === undefined || key === undefined || signature === undefined) return null;
  return { nonce, time: Number(time), key, signature };
}
