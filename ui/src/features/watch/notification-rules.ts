/** What the guardian's page says of notifications, and what it does about them. Pure. */
import type { WatchPushState } from "#wire/api.ts";

/** What is known in this browser and of the server. */
export interface NotificationFacts {
  /** What hinders notifications for good, in words for the guardian; null where nothing does. */
  readonly obstacle: string | null;
  /** Whether the guardian has allowed notifications. */
  readonly isAllowed: boolean;
  /** Whether the server could be given this browser's address. */
  readonly step: "idle" | "working" | "failed";
  /** What the server says; null before its first answer. */
  readonly reached: WatchPushState | null;
}

/**
 * `on`: the server has an address, and what it last sent there was taken; `off`: it could be switched on; `checking`: not known
 * yet; `untold`: browser or server could not be reached; `unreachable`: the push service refuses; `hindered`: not here.
 */
export type NotificationView = "on" | "off" | "checking" | "untold" | "unreachable" | "hindered";

/** What the page says. Only the server knows where it pushes to, and what became of it. */
export function viewOf({
  obstacle,
  isAllowed,
  step,
  reached,
}: NotificationFacts): NotificationView {
  if (obstacle !== null) return "hindered";
  if (!isAllowed) return "off";
  if (step === "failed") return "untold";
  if (step === "working" || reached === null) return "checking";
  if (reached === "works") return "on";
  return reached === "unreachable" ? "unreachable" : "checking";
}

/**
 * What is said where nothing is to be done; null where there is something. With `isAndroid` it says what to do about a browser that
 * shows its own warning, and a button to unsubscribe, in the place of a notification until the site is allowed for good (Chromium blog,
 * "Fighting Unwanted Notifications with Machine Learning in Chrome", May 2025).
 */
export function restText(view: NotificationView, name: string, isAndroid: boolean): string | null {
  if (view === "on") {
    const warned = isAndroid
      ? " If your browser shows a warning instead of an alarm, do not unsubscribe: show the alarm, then choose to always allow it."
      : "";
    return `Notifications are on here. ${name} can send a test at any time.${warned}`;
  }
  return view === "checking" ? "Checking if notifications reach this browser..." : null;
}

/** Which address the server is to be given when it says this: none before it has said something. */
export function addressFor(reached: WatchPushState | null): "none" | "present" | "new" {
  if (reached === null) return "none";
  return reached === "broken" ? "new" : "present";
}
