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

/** How to subscribe. */
export interface Wish {
  /** The server's public key, base64url of 65 bytes. */
  readonly serverKey: string;
  /** The endpoint that the push service does not know any more; null where none is known to be one. */
  readonly broken: string | null;
  /** Whether the device says that it has a connection. */
  readonly isOnline: boolean;
}

/**
 * Gives up what there is, because a browser has one subscription. Not without a connection, where it could get no other one.
 */
async function giveUp(manager: Manager, isOnline: boolean): Promise<void> {
  if (!isOnline) throw new Error("Nothing is given up without a connection.");
  await (await manager.getSubscription())?.unsubscribe();
}

/** Subscribes, and gives up what there is only where it is for another key of the server. */
async function subscribe(
  manager: Manager,
  how: PushSubscriptionOptionsInit,
  isOnline: boolean,
): Promise<PushSubscription> {
  try {
    return await manager.subscribe(how);
  } catch (error) {
    // Without a connection this fails, too, and what there is goes on working (Push API, "subscribe").
    if ((error as Error).name !== "InvalidStateError") throw error;
    await giveUp(manager, isOnline);
    return manager.subscribe(how);
  }
}

/**
 * The address for the server's key. The broken one gives way to another; any other one is kept, because it took the broken one's
 * place already. Rejects where the browser cannot reach its push service.
 */
export async function subscribed(
  manager: Manager,
  { serverKey, broken, isOnline }: Wish,
): Promise<PushAddress> {
  const present = broken === null ? null : await manager.getSubscription();
  if (present !== null && addressOf(present).endpoint === broken) await giveUp(manager, isOnline);
  const how = { userVisibleOnly: true, applicationServerKey: serverKey };
  return addressOf(await subscribe(manager, how, isOnline));
}
