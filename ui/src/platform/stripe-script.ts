/** The payment provider's script, loaded only when a card form is about to be shown. */
import type { StripeScript } from "#wire/pages.ts";

declare global {
  interface Window {
    /** The script that is being loaded, for all scripts of the page. */
    stripeLoading?: Promise<void> | undefined;
  }
}

function hasStarted(): boolean {
  return "Stripe" in window;
}

/**
 * Loads the script from the configured URL, once however often it is asked for; after a failure the next call tries
 * again. Call it where a payment is sure to be prepared: it is a request to the provider.
 */
export function loadStripeScript({ jsUrl }: StripeScript): Promise<void> {
  if (hasStarted()) return Promise.resolve();
  window.stripeLoading ??= loadScript(jsUrl).finally(() => {
    window.stripeLoading = undefined;
  });
  return window.stripeLoading;
}

/** Advanced fraud signals are off: they would report what the user does on this page to another host. */
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
