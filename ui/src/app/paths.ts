/** Every address inside the product, built here and nowhere else. */

/** Paths of the pages that others link to. */
export const paths = {
  landing: "/",
  home: "/home",
  demo: "/app",
  checkout: "/checkout",
  buy: "/buy",
  redownload: "/redownload",
  gift: "/gift",
} as const;
