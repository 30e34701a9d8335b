/** The payment provider, started when a card form is about to be shown. */
import type { Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import type { StripeScript } from "#wire/pages.ts";
import { loadStripeScript } from "./stripe-script.ts";

/**
 * Loads the script and starts it.
 *
 * The package would load its own fixed URL, but uses a script that is there already.
 */
export async function startStripe(site: StripeScript): Promise<Stripe> {
  await loadStripeScript(site);
  const stripe = await loadStripe(site.publishableKey);
  if (stripe === null) throw new Error("The payment provider's script did not start.");
  return stripe;
}
