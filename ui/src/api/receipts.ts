/** Times that the server confirms. No cookie is sent, so that nothing joins a recording to a device. */
import * as v from "valibot";
import * as endpoints from "#content/endpoints.ts";
import * as paths from "#content/paths.ts";
import { receiptLimits } from "#content/receipt-limits.ts";
import {
  type FreshNumber,
  RECEIPT_VERSION,
  type Receipt,
  type ReceiptKey,
} from "#content/time-receipt.ts";
import type {
  CreateReceiptRequest,
  NonceResponse,
  ReceiptResponse,
  TimeToken,
  TokenRequest,
} from "#wire/api.ts";
import { request } from "./client.ts";

const digits = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const keyId = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/));
const base64 = v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]+={0,2}$/));
const seconds = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const signed = {
  version: v.literal(RECEIPT_VERSION),
  time: seconds,
  key: keyId,
  signature: base64,
};

const receipt = v.object({ ...signed, head: digits }) satisfies v.GenericSchema<
  unknown,
  ReceiptResponse
>;
const number = v.object({ ...signed, nonce: digits }) satisfies v.GenericSchema<
  unknown,
  NonceResponse
>;
const timeToken = v.object({
  isOffered: v.boolean(),
  token: v.nullable(v.pipe(base64, v.maxLength(receiptLimits.tokenCharacters))),
}) satisfies v.GenericSchema<unknown, TimeToken>;
const keys = v.object({
  keys: v.array(
    v.object({
      id: keyId,
      algorithm: v.literal("Ed25519"),
      publicKey: base64,
      validFrom: seconds,
      validUntil: v.nullable(seconds),
    }),
  ),
});

/** Has the server sign that it was shown a fingerprint. */
export async function requestReceipt(head: string): Promise<Receipt> {
  const body: CreateReceiptRequest = { head };
  const answer = v.parse(receipt, await request(endpoints.receipts, "POST", body, "omit"));
  return { head: answer.head, time: answer.time, key: answer.key, signature: answer.signature };
}

/** Has the server draw a number. */
export async function requestNumber(): Promise<FreshNumber> {
  const answer = v.parse(number, await request(endpoints.receiptNonce, "POST", undefined, "omit"));
  return { nonce: answer.nonce, time: answer.time, key: answer.key, signature: answer.signature };
}

/** Asks for the time-stamp token of a fingerprint; the server asks an authority for it, where it has one. */
export async function requestToken(head: string): Promise<TimeToken> {
  const body: TokenRequest = { head };
  return v.parse(timeToken, await request(endpoints.receiptToken, "POST", body, "omit"));
}

/** Every key that ever signed. */
export async function receiptKeys(): Promise<readonly ReceiptKey[]> {
  const answer = v.parse(keys, await request(paths.receiptKeys, "GET", undefined, "omit"));
  return answer.keys.map(({ id, publicKey, validFrom, validUntil }) => ({
    ...{ id, publicKey, validFrom, validUntil },
  }));
}
