/**
 * The paths of pages, forms and files; those of the API are in `endpoints.ts`. Use
 * `import * as paths`, so that a bundle contains only the paths that it uses.
 */

// Pages. A segment that begins with a colon is a parameter, in the router's notation.
export const landing = "/";
export const home = "/home";
export const lockdown = "/lockdown";
export const heartMonitor = "/app";
export const settings = "/settings";
export const voice = "/voice";
export const setup = "/setup";
export const postDownload = "/post-download";
export const checkout = "/checkout";
export const subscribe = "/subscribe";
export const paymentSuccess = "/payment-success";
export const paypalSuccess = "/paypal-success";
export const downloadSuccess = "/download-success";
export const verify = "/verify";
export const redownload = "/redownload";
export const redownloadConfirm = "/redownload/confirm";
export const yourData = "/your-data";
export const gift = "/gift";
export const giftRedeem = "/gift/:linkCode";
export const watch = "/watch";
export const questions = "/questions";
export const terms = "/terms";
export const privacy = "/privacy";
export const support = "/support";

// Forms that the browser posts by itself.
export const buy = "/buy";
export const giftBuy = "/gift/buy";
export const yourDataFile = "/your-data/file";
export const yourDataErasure = "/your-data/erase";
const giftActivate = "/gift/:linkCode/activate";

// Files.
export const serviceWorker = "/sw.js";
export const watchWorker = "/watch-worker.js";
export const manifest = "/manifest.webmanifest";
export const watchManifest = "/watch.webmanifest";
export const favicon = "/favicon.svg";
export const securityContact = "/.well-known/security.txt";
export const receiptKeys = "/.well-known/time-receipt-keys.json";
export const assets = "/assets/";
export const icons = "/icons/";

/** App pages without the disguise, where the lock takes the whole screen. */
export const mainScreens: readonly string[] = [landing, home, lockdown];

/** The app with the claim that a gift was redeemed, which it asks the server to confirm. */
export function redeemed(): string {
  return `${heartMonitor}?gift=true&activated=true`;
}

/** The page of a gift link. */
export function giftPage(linkCode: string): string {
  return giftRedeem.replace(":linkCode", encodeURIComponent(linkCode));
}

/** The action of a gift link's form. */
export function giftActivation(linkCode: string): string {
  return giftActivate.replace(":linkCode", encodeURIComponent(linkCode));
}

/** The page with the link of the gift that this device bought last. A payment returns to it, without anybody's address. */
export function boughtGift(): string {
  return `${downloadSuccess}?gift=true`;
}
