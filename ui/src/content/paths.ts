/**
 * The paths of pages, forms and files; those of the API are in `endpoints.ts`. Pages are the server's. Use
 * `import * as paths`, so that a bundle contains only the paths that it uses.
 */

import {
  downloadSuccess,
  giftRedeem,
  heartMonitor,
  home,
  landing,
  lockdown,
} from "#wire/page-paths.ts";

// biome-ignore lint/performance/noBarrelFile: pages are the server's, and who uses a path need not know whose it is.
// biome-ignore lint/performance/noReExportAll: as above.
export * from "#wire/page-paths.ts";

// Forms that the browser posts by itself.
export const buy = "/buy";
export const giftBuy = "/gift/buy";
export const yourDataFile = "/your-data/file";
export const yourDataErasure = "/your-data/erase";

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
  return giftRedeem.replace(":code", encodeURIComponent(linkCode));
}

/** The action of a gift link's form. */
export function giftActivation(linkCode: string): string {
  return `${giftPage(linkCode)}/activate`;
}

/** The page with the link of the gift that this device bought last. A payment returns to it, without anybody's address. */
export function boughtGift(): string {
  return `${downloadSuccess}?gift=true`;
}
