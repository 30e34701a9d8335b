/**
 * Every path of this site that is not an endpoint (those are in `endpoints.ts`), each written once.
 * Import them as `import * as paths`, so that a bundle holds only the ones that it uses.
 */

// Pages. A segment that begins with a colon is a parameter, in the router's notation.
export const landing = "/";
export const home = "/home";
export const lockdown = "/lockdown";
export const heartMonitor = "/app";
export const settings = "/settings";
export const voice = "/voice";
export const postDownload = "/post-download";
export const checkout = "/checkout";
export const subscribe = "/subscribe";
export const paymentSuccess = "/payment-success";
export const paypalSuccess = "/paypal-success";
export const downloadSuccess = "/download-success";
export const verify = "/verify";
export const redownload = "/redownload";
export const redownloadConfirm = "/redownload/confirm";
export const gift = "/gift";
export const giftRedeem = "/gift/:linkCode";

// Forms that the browser posts by itself.
export const buy = "/buy";
export const giftBuy = "/gift/buy";
const giftActivate = "/gift/:linkCode/activate";

// Files.
export const serviceWorker = "/sw.js";
export const manifest = "/manifest.webmanifest";
export const favicon = "/favicon.svg";
export const assets = "/assets/";
export const icons = "/icons/";

/** App pages without the disguise: there the lock takes the whole screen. */
export const mainScreens: readonly string[] = [landing, home, lockdown];

/** The app after a gift was redeemed: a claim that the app asks the server about. */
export function redeemed(): string {
  return `${heartMonitor}?gift=true&activated=true`;
}

/** The page of a gift link. */
export function giftPage(linkCode: string): string {
  return giftRedeem.replace(":linkCode", encodeURIComponent(linkCode));
}

/** Where the form of a gift link is posted. */
export function giftActivation(linkCode: string): string {
  return giftActivate.replace(":linkCode", encodeURIComponent(linkCode));
}

/** Where a gift's payment returns to; the provider adds the payment's id and secret. */
export function giftReturn(buyerEmail: string, recipientEmail: string): string {
  const buyer = encodeURIComponent(buyerEmail);
  const recipient = encodeURIComponent(recipientEmail);
  return `${downloadSuccess}?gift=true&buyer=${buyer}&recipient=${recipient}`;
}
