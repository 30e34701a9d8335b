/** Opens the device's messages app with a prepared text; the web cannot send one. */
import { dialable } from "#content/phone-number.ts";
import { isApplePhone, isPhone } from "./page/display-mode.ts";
import { allowLeaving } from "./page/navigation-hold.ts";

/** Whether this device is likely to have a messages app; a Macintosh hands the text to the iPhone. */
export function canSendSms(): boolean {
  return isPhone() || navigator.userAgent.includes("Macintosh");
}

/**
 * The link that opens the messages app. iOS separates the body with `&`, everything else with `?`
 * (RFC 5724); spaces are `%20`, because a plus is not decoded.
 */
export function smsLink(phoneNumber: string, body: string, isIos: boolean): string {
  return `sms:${dialable(phoneNumber)}${isIos ? "&" : "?"}body=${encodeURIComponent(body)}`;
}

/** The link in this device's form. */
export function messageLink(phoneNumber: string, body: string): string {
  return smsLink(phoneNumber, body, isApplePhone());
}

/** Opens the messages app with one contact's message. A browser allows one launch per tap. */
export function openSms(phoneNumber: string, body: string): void {
  allowLeaving();
  const link = document.createElement("a");
  link.href = messageLink(phoneNumber, body);
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}

/** Whether the browser would open the messages app now, without another tap (HTML Standard, "transient activation"). */
export function hasFreshTap(): boolean {
  return navigator.userActivation?.isActive ?? false;
}
