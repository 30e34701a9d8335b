/** Notifications that arrive while no page is open: the browser's permission and its push address. */
import { isOnline } from "./connection.ts";
import { type PushAddress, subscribed } from "./push-subscription.ts";
import { watchRegistration } from "./service-worker.ts";

/** Whether notifications may be shown: `unsupported` also in a page that an iPhone would have to install first. */
export type NotificationState = "unsupported" | "undecided" | "allowed" | "denied";

/** What the browser allows now. */
export function notificationState(): NotificationState {
  const isSupported =
    typeof Notification !== "undefined" &&
    typeof PushManager !== "undefined" &&
    navigator.serviceWorker !== undefined;
  if (!isSupported) return "unsupported";
  if (Notification.permission === "granted") return "allowed";
  return Notification.permission === "denied" ? "denied" : "undecided";
}

/** Asks the person; only after a tap. */
export async function askForNotifications(): Promise<NotificationState> {
  await Notification.requestPermission();
  return notificationState();
}

/**
 * This browser's push address for the server's public key, another one than the endpoint `broken`. Rejects where the browser cannot
 * reach its push service.
 */
export async function pushAddress(serverKey: string, broken: string | null): Promise<PushAddress> {
  const { pushManager } = await watchRegistration();
  return subscribed(pushManager, { serverKey, broken, isOnline: isOnline() });
}
