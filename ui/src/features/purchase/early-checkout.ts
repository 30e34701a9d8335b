/** Begins the checkout's requests before the code of its card form is there. For the first script of public pages. */
import { askForPaymentEarly } from "#api/payment-request.ts";
import { readPagePayload, whenParsed } from "#boot/page-document.ts";
import { loadStripeScript } from "#platform/stripe-script.ts";
import { readPurchaseEmail } from "#store/access/purchase-email.ts";
import type { PagePayload } from "#wire/pages.ts";

/** Asks for the payment and the provider's script where the card form will be shown: for a known address alone. */
export async function startCheckoutEarly(): Promise<void> {
  await whenParsed();
  const { page, data, site } = readPagePayload() as PagePayload;
  if (page !== "checkout" || data !== null || site.stripe === null) return;
  const email = readPurchaseEmail();
  if (email === null) return;
  loadStripeScript(site.stripe).catch(() => undefined);
  askForPaymentEarly(email);
}
