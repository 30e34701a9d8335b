/** The address at which a gift is redeemed, as it is handed on. */

/** `origin` is scheme and host of this site. */
export function giftLinkOf(origin: string, linkCode: string): string {
  return `${origin}/gift/${encodeURIComponent(linkCode)}`;
}
