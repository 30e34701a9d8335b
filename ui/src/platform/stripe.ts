/** The payment provider's script, loaded only when a card form is about to be shown. */
import type { Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import type { StripeScript } from "#wire/pages.ts";

/**
 * Loads the script from the configured URL and starts it.
 *
 * The package would load its own fixed URL, but uses a script that is there already. Advanced fraud
 * signals are off: they would report what the user does on this page to another host.
 */
export async function startStripe(site: StripeScript): Promise<Stripe> {
  await loadScript(site.jsUrl);
  const stripe = await loadStripe(site.publishableKey);
  if (stripe === null) throw new Error("The payment provider's script did not start.");
  return stripe;
}

function hasStarted(): boolean {
  return "Stripe" in window;
}

async function loadScript(jsUrl: string): Promise<void> {
  if (hasStarted()) return;
  const url = new URL(jsUrl, document.baseURI);
  url.searchParams.set("advancedFraudSignals", "false");
  const script = document.createElement("script");
  await new Promise<void>((resolve, reject) => {
    script.onload = () => resolve();
    script.onerror = () => reject(new Error("The payment provider's script could not be loaded."));
    script.src = url.href;
    document.head.append(script);
  }).catch((error: unknown) => {
    // A retry needs a new element.
    script.remove();
    throw error;
  });
}
