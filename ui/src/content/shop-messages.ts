/** The texts of the pages for buying and giving. */
import { bad, good, type Message } from "./messages.ts";

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
  description: "If this address has access, a link is on its way.",
  tone: "default",
};

/** Payment was attempted without a connection. */
export const paymentOffline = "Payment needs a connection. Check it and try again.";

/** The server did not prepare a payment and gave no reason that helps. */
export const paymentNotSetUp = "Unable to set up payment. Please try again.";

/** As long as a refusal of the provider usually is at most, for the room that is kept for one. It is never shown. */
export const longRefusal =
  "We are unable to authenticate your payment method. Please choose a different payment method and try again.";

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

/** The purchase e-mail is missing or not an address. */
export const invalidPurchaseEmail = "Please enter a valid email address";

/** The purchase e-mail could not be saved. */
export const purchaseEmailFailed = "An error occurred. Please try again.";

export const purchaseMessages = {
  required: bad("Purchase Required", "Please purchase the app to download it."),
  notFound: bad(
    "Purchase Not Found",
    "No purchase found for this email address. Please check your email or complete your purchase.",
  ),
  verificationError: bad(
    "Verification Error",
    "Unable to verify purchase. Please try again later.",
  ),
  emailNotFound: bad("Not Found", "No purchase found for this email address."),
  verificationFailed: bad("Verification Failed", "Unable to verify email. Please try again."),
  paymentFailed: (reason: string) => bad("Payment Failed", reason),
  paymentError: (reason = "An error occurred during payment processing.") =>
    bad("Payment Error", reason),
  setupFailed: (reason = paymentNotSetUp) => bad("Payment Setup Failed", reason),
  intentFailed: "Failed to create payment intent",
  emailRequired: bad("Email Required", "Please enter your email address."),
  validEmailRequired: bad(
    "Valid Email Required",
    "Please enter the email address used for your purchase.",
  ),
  succeeded: good("Payment Successful", "Thank you for your purchase!"),
  purchased: good("Purchase Successful"),
  emailVerified: good(
    "Email Verified!",
    "Your purchase has been confirmed. You can now download the app.",
  ),
} as const;

export const giftMessages = {
  missing: bad("Missing Information", "Please enter both email addresses."),
  copyFailed: bad("Copy Failed", "Please manually copy the message below."),
  copied: good("Copied!", "Message copied to clipboard - ready to send!"),
  activationFailed: bad("Activation Failed", "Could not activate your gift. Please try again."),
  linkNotFound: "Gift link not found",
  linkGone: "Gift link expired or used",
  linkFailed: "Failed to activate gift",
  purchaseComplete: good("Gift Purchase Complete"),
  purchased: (email: string) =>
    good("Gift Purchase Successful!", `The app has been gifted to ${email}!`),
  activated: good("Gift Activated!", "Welcome! Your app is ready to use."),
} as const;
