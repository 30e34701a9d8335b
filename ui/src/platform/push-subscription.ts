/** A browser's push subscription, of which the server needs the address. The service worker uses it too. */

/** Where the server can push to, as the browser gives it. */
export interface PushAddress {
  readonly endpoint: string;
  /** Base64url. */
  readonly p256dh: string;
  readonly auth: string;
}

/** The address of a subscription. */
export function addressOf(subscription: Pick<PushSubscription, "toJSON">): PushAddress {
  const { endpoint, keys } = subscription.toJSON();
  const [p256dh, auth] = [keys?.["p256dh"], keys?.["auth"]];
  if (endpoint === undefined || p256dh === undefined || auth === undefined) {
    throw new Error("The browser gave no push address.");
  }
  return { endpoint, p256dh, auth };
}

/** What of the browser's push manager is used. */
type Manager = Pick<PushManager, "getSubscription" | "subscribe">;

/** Subscribes, and gives up what there is only where it is for another key of the server. */
async function subscribe(
  manager: Manager,
  how: PushSubscriptionOptionsInit,
): Promise<PushSubscription> {
  try {
    return await manager.subscribe(how);
  } catch (error) {
    // Without a connection this fails, too, and what there is goes on working (Push API, "subscribe").
    if ((error as Error).name !== "InvalidStateError") throw error;
    await (await manager.getSubscription())?.unsubscribe();
    return manager.subscribe(how);
  }
}

/**
 * The address for the server's public key, base64url of 65 bytes. With `isNew` one
 * that the push service does not know any more gives way to another. Rejects where the browser cannot reach its push service.
 */
export async function subscribed(
  manager: Manager,
  serverKey: string,
  isNew = false,
): Promise<PushAddress> {
  if (isNew) await (await manager.getSubscription())?.unsubscribe();
  const how = { userVisibleOnly: true, applicationServerKey: serverKey };
  return addressOf(await subscribe(manager, how));
}
