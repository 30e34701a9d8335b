/** A browser that changed its push subscription by itself: the server is told the new address, although no page is open. */
import { addressOf, type PushAddress } from "#platform/workers/push-subscription.ts";
import { tellNewAddress } from "#sync/push-address.ts";

declare const self: ServiceWorkerGlobalScope;

/** The new address; null where the browser tells no key for which to ask for one. */
async function addressAfter({
  newSubscription,
  oldSubscription,
}: PushSubscriptionChangeEvent): Promise<PushAddress | null> {
  if (newSubscription !== null) return addressOf(newSubscription);
  const { pushManager } = self.registration;
  const known = oldSubscription ?? (await pushManager.getSubscription());
  // With the same key, so that nothing has to give way.
  return known === null ? null : addressOf(await pushManager.subscribe(known.options));
}

/** What cannot be done now is done when the guardian's page is opened, which always tells its address. Never rejects. */
export async function subscriptionChanged(event: PushSubscriptionChangeEvent): Promise<void> {
  try {
    const address = await addressAfter(event);
    if (address !== null) await tellNewAddress(address);
  } catch {
    // No connection.
  }
}
