/** Every address inside the product, built here and nowhere else. */

/** Paths of the pages that others link to. */
export const paths = {
  landing: "/",
  home: "/home",
  demo: "/app",
  settings: "/settings",
  voice: "/voice",
  postDownload: "/post-download",
  checkout: "/checkout",
  buy: "/buy",
  redownload: "/redownload",
  subscribe: "/subscribe",
  verify: "/verify",
  gift: "/gift",
} as const;
