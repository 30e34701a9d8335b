/** More sentences of the pages for buying and giving. */
import type { Message } from "./messages.ts";

/** A URL claimed a purchase that the server does not know for this device. */
export const unconfirmedPurchase: Message = {
  title: "Purchase not confirmed",
  description: "No purchase is confirmed for this device, so the demo stays on.",
  tone: "destructive",
};

/** A URL claimed a purchase and the server could not be reached. */
export const pendingPurchase: Message = {
  title: "Not confirmed yet",
  description: "We will ask again when you are online.",
  tone: "default",
};

/** The neutral answer for every address when purchases are proved by mail. */
export const linkSentMessage: Message = {
  title: "Check your email",
  description: "If this address has a purchase, we have sent a link to it.",
  tone: "default",
};

/** Payment was attempted without a connection. */
export const paymentOffline = "Payment needs a connection. Check it and try again.";

/** The provider's script could not be loaded. */
export const paymentFormMissing = "The card form could not be loaded.";

/** The link alone was copied. */
export const linkCopied: Message = {
  title: "Copied!",
  description: "Gift link copied to clipboard.",
  tone: "default",
};

/** The link could not be looked up, so nothing is said about its state. */
export const linkUnreachable = "Your gift could not be loaded. Please try again in a moment.";
