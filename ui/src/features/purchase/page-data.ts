/** What the server says about the pages around buying (ARCHITECTURE.md, "The data of each page"). */
import { boolean, nullable, object, optional, picklist, safeParse, string } from "valibot";
import type { VerifyState } from "./machine.ts";

const text = nullable(string());

const subscribeSchema = object({ error: text });
const successSchema = object({ state: picklist(["verified", "issue"]), email: text });
const downloadSchema = object({
  state: picklist(["confirmed", "unconfirmed"]),
  gift: boolean(),
  recipient: text,
  email: text,
  giftLink: text,
});
const verifySchema = object({
  state: picklist(["form", "verified", "failed", "sent"]),
  email: text,
  error: text,
  purchaseDate: optional(text, null),
});
const confirmSchema = object({ state: picklist(["ready", "gone"]), token: text });

/** `/subscribe` after a purchase that could not be started. */
export type SubscribeData = { readonly error: string | null };

/** `/payment-success` and `/paypal-success`. */
export type SuccessData = { readonly state: "verified" | "issue"; readonly email: string | null };

/** `/download-success`. */
export type DownloadData = {
  readonly state: "confirmed" | "unconfirmed";
  readonly gift: boolean;
  readonly recipient: string | null;
  readonly email: string | null;
  readonly giftLink: string | null;
};

/** `/redownload/confirm`. */
export type ConfirmData = { readonly state: "ready" | "gone"; readonly token: string | null };

/** Null when the data is of another shape. */
export function parseSubscribeData(data: unknown): SubscribeData | null {
  const result = safeParse(subscribeSchema, data);
  return result.success ? result.output : null;
}

/** Null when the data is of another shape. */
export function parseSuccessData(data: unknown): SuccessData | null {
  const result = safeParse(successSchema, data);
  return result.success ? result.output : null;
}

/** Null when the data is of another shape. */
export function parseDownloadData(data: unknown): DownloadData | null {
  const result = safeParse(downloadSchema, data);
  return result.success ? result.output : null;
}

/** Null when the data is of another shape. */
export function parseConfirmData(data: unknown): ConfirmData | null {
  const result = safeParse(confirmSchema, data);
  return result.success ? result.output : null;
}

/** The state that the verify and redownload pages start in; null when the data is of another shape. */
export function parseVerifyData(data: unknown): VerifyState | null {
  const result = safeParse(verifySchema, data);
  if (!result.success) return null;
  const { state, email, error, purchaseDate } = result.output;
  switch (state) {
    case "form":
      return { name: "form", email: email ?? "", error };
    case "verified":
      return { name: "verified", email, purchaseDate };
    case "failed":
      return { name: "failed" };
    case "sent":
      return { name: "sent" };
  }
}
