/** What an address claims about a purchase. Only the server's answer makes it true (spec section 4). */

/** A claim read from the address of the heart-monitor page. */
export type Claim =
  | { readonly kind: "purchase"; readonly isGift: boolean }
  | { readonly kind: "gift" };

/**
 * Reads the claim in a query string: `purchase=success` (with `gift`, `email` and `recipient`) or
 * `gift=true`. The addresses in it are not taken over: the server says whose purchase it is.
 */
export function claimOf(search: string): Claim | null {
  const parameters = new URLSearchParams(search);
  const isGift = parameters.get("gift") === "true";
  if (parameters.get("purchase") === "success") return { kind: "purchase", isGift };
  return isGift ? { kind: "gift" } : null;
}
