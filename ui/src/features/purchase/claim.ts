/** Claims of a purchase in a URL, which the server must confirm. */

/** A claim from the URL of the heart-monitor page. */
export type Claim =
  | { readonly kind: "purchase"; readonly isGift: boolean }
  | { readonly kind: "gift" };

/**
 * Reads the claim in a query string: `purchase=success` (with `gift`, `email` and `recipient`) or
 * `gift=true`. The addresses in it are ignored: the server says whose purchase it is.
 */
export function claimOf(search: string): Claim | null {
  const parameters = new URLSearchParams(search);
  const isGift = parameters.get("gift") === "true";
  if (parameters.get("purchase") === "success") return { kind: "purchase", isGift };
  return isGift ? { kind: "gift" } : null;
}
