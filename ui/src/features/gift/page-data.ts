/** What the server says about the gift pages (ARCHITECTURE.md, "The data of each page"). */
import { nullable, object, picklist, safeParse, string } from "valibot";
import { giftMessages } from "#content/messages.ts";
import type { RedeemState } from "./machine.ts";
import type { GiftDetails } from "./rules.ts";

const text = nullable(string());

const giftSchema = object({
  buyerEmail: text,
  recipientEmail: text,
  personalMessage: text,
  error: text,
});
const redeemSchema = object({
  state: picklist(["available", "unavailable", "activated"]),
  linkCode: text,
  recipientEmail: text,
  personalMessage: text,
  error: text,
});

/** `/gift` after a purchase that could not be started. */
export type GiftData = { readonly details: GiftDetails; readonly error: string | null };

/** Null when the data is of another shape. */
export function parseGiftData(data: unknown): GiftData | null {
  const result = safeParse(giftSchema, data);
  if (!result.success) return null;
  const { buyerEmail, recipientEmail, personalMessage, error } = result.output;
  return {
    details: {
      buyerEmail: buyerEmail ?? "",
      recipientEmail: recipientEmail ?? "",
      personalMessage: personalMessage ?? "",
    },
    error,
  };
}

/** The state that the redemption page starts in; null when the data is of another shape. */
export function parseRedeemData(data: unknown): RedeemState | null {
  const result = safeParse(redeemSchema, data);
  if (!result.success) return null;
  const { state, recipientEmail, personalMessage, error } = result.output;
  switch (state) {
    case "available":
      return { name: "available", gift: { recipientEmail, personalMessage }, error };
    case "unavailable":
      return { name: "unavailable", reason: error ?? giftMessages.linkGone };
    case "activated":
      return { name: "activated" };
  }
}
