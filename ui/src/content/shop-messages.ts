/** What the pages around buying say where spec section 8 has no sentence for it. */
import type { Message } from "./messages.ts";

/** An address claimed a purchase that the server does not know for this device. */
export const unconfirmedPurchase: Message = {
  title: "Purchase not confirmed",
  description: "No purchase is confirmed for this device, so the demo stays on.",
  tone: "destructive",
};

/** An address claimed a purchase and the server could not be asked. */
export const pendingPurchase: Message = {
  title: "Not confirmed yet",
  description: "We will ask again when you are online.",
  tone: "default",
};

/** The neutral answer to every address while purchases are proved by mail. */
export const linkSentMessage: Message = {
  title: "Check your email",
  description: "If this address has a purchase, we have sent a link to it.",
  tone: "default",
};

/** Payment was attempted without a connection. */
export const paymentOffline = "Payment needs a connection. Check it and try again.";

/** The provider's script could not be had, so the form cannot be shown. */
export const paymentFormMissing = "The card form could not be loaded.";

/** Copying worked, but it was the link alone. */
export const linkCopied: Message = {
  title: "Copied!",
  description: "Gift link copied to clipboard.",
  tone: "default",
};

/** Nobody could say whether the link works, so nothing is said about it. */
export const linkUnreachable = "Your gift could not be loaded. Please try again in a moment.";
