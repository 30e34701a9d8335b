/** Notifications that arrive while no page is open: the browser's permission and its push address. */
import { watchRegistration } from "./service-worker.ts";

/** Where the server can push to, as the browser gives it. */
export interface PushAddress {
  readonly endpoint: string;
  /** Base64url. */
  readonly p256dh: string;
  readonly auth: string;
}

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
 * This browser's push address for the server's public key (base64url of 65 bytes). One for another key is replaced.
 * Rejects where the browser cannot reach its push service.
 */
export async function pushAddress(serverKey: string): Promise<PushAddress> {
  const { pushManager } = await watchRegistration();
  const how = { userVisibleOnly: true, applicationServerKey: serverKey };
  const subscribe = async () => {
    try {
      return await pushManager.subscribe(how);
    } catch (error) {
      const known = await pushManager.getSubscription();
      if (known === null) throw error;
      await known.unsubscribe();
      return pushManager.subscribe(how);
    }
  };
  const { endpoint, keys } = (await subscribe()).toJSON();
  const [p256dh, auth] = [keys?.["p256dh"], keys?.["auth"]];
  if (endpoint === undefined || p256dh === undefined || auth === undefined) {
    throw new Error("The browser gave no push address.");
  }
  return { endpoint, p256dh, auth };
}
