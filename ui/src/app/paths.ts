/** Every address inside the product, built here and nowhere else. */

/** Paths of the pages that others link to. */
export const paths = {
  landing: "/",
  home: "/home",
  demo: "/app",
  redeemed: "/app?gift=true&activated=true",
  subscribe: "/subscribe",
  settings: "/settings",
  voice: "/voice",
  postDownload: "/post-download",
  checkout: "/checkout",
  buy: "/buy",
  paymentSuccess: "/payment-success",
  downloadSuccess: "/download-success",
  verify: "/verify",
  redownload: "/redownload",
  redownloadConfirm: "/redownload/confirm",
  gift: "/gift",
  giftBuy: "/gift/buy",
} as const;

/** Where a gift's payment returns to (spec section 4, "Gift purchase"). */
export function giftReturnPath(buyerEmail: string, recipientEmail: string): string {
  const buyer = encodeURIComponent(buyerEmail);
  const recipient = encodeURIComponent(recipientEmail);
  return `${paths.downloadSuccess}?gift=true&buyer=${buyer}&recipient=${recipient}`;
}

/** Where a gift is redeemed without script. */
export function giftActivationPath(linkCode: string): string {
  return `/gift/${encodeURIComponent(linkCode)}/activate`;
}
