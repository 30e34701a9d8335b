/** The payment provider's script, loaded only when a card form is about to be shown. */
import type { Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import type { StripeScript } from "#wire/pages.ts";

/**
 * Loads the script and starts it.
 *
 * The package would load its own fixed URL, but uses a script that is there already. Advanced fraud
 * signals are off: they would report what the user does on this page to another host.
 */
export async function startStripe(site: StripeScript): Promise<Stripe> {
  await loadStripeScript(site);
  const stripe = await loadStripe(site.publishableKey);
  if (stripe === null) throw new Error("The payment provider's script did not start.");
  return stripe;
}

function hasStarted(): boolean {
  return "Stripe" in window;
}

/** The script that is being loaded. */
let loading: Promise<void> | null = null;

/**
 * Loads the script from the configured URL, once however often it is asked for; after a failure the next call tries
 * again. Call it where a payment is sure to be prepared: it is a request to the provider.
 */
export function loadStripeScript({ jsUrl }: StripeScript): Promise<void> {
  if (hasStarted()) return Promise.resolve();
  loading ??= loadScript(jsUrl).finally(() => {
    loading = null;
  });
  return loading;
}

async function loadScript(jsUrl: string): Promise<void> {
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
