/** What the browser tells of itself, and of where and in which languages it is used. */
import { isApplePhone, isStandalone } from "#platform/page/display-mode.ts";

/** Where a person finds the settings of a page. */
export type BrowserKind =
  | "apple-app"
  | "apple-browser"
  | "android-app"
  | "android-chromium"
  | "android-firefox"
  | "desktop-chromium"
  | "desktop-firefox"
  | "desktop-safari";

/** A best guess from the user agent; the instructions name their place so that a wrong guess shows. */
export function browserKind(): BrowserKind {
  const { userAgent } = navigator;
  if (isApplePhone()) return isStandalone() ? "apple-app" : "apple-browser";
  const isFirefox = userAgent.includes("Firefox/");
  if (userAgent.includes("Android")) {
    if (isFirefox) return "android-firefox";
    return isStandalone() ? "android-app" : "android-chromium";
  }
  if (isFirefox) return "desktop-firefox";
  return /Chrom(e|ium)\//.test(userAgent) ? "desktop-chromium" : "desktop-safari";
}

/** What the browser says that it is. */
export function browserText(): string {
  return navigator.userAgent;
}

/** The time zone ("Europe/Berlin"); empty where the browser does not tell it. */
export function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
}

/** The languages, the preferred one first. */
export function languages(): readonly string[] {
  return navigator.languages;
}
