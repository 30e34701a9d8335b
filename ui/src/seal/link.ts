/** What a guardian link says: its version, the person's public key, a secret and a commitment, as the fragment of a URL. */
import { type Bytes, fromBase64url, joined, toBase64url } from "./bytes.ts";
import { COMMITMENT_BYTES } from "./digits.ts";
import { SECRET_BYTES } from "./keys.ts";
import { decompress, POINT_BYTES } from "./point.ts";

/**
 * The versions of the protocol, before everything else in the fragment; later ones are 3 to 9. Version 1 has no commitment. It
 * is still read, because its links wait for a day. What a link is compared by is decided by the phone that made it, so that
 * nobody gains by changing the version on its way.
 */
const [UNCOMMITTED, VERSION] = ["1", "2"];

/** A link as the guardian's page needs it. */
export interface Offer {
  /** The person's public key, compressed. */
  readonly point: Bytes;
  readonly secret: Bytes;
  /** To the random number from which the digits follow; null in a link of version 1. */
  readonly commitment: Bytes | null;
}

/** What a text is as a link. */
export type ParsedLink =
  | { readonly kind: "offer"; readonly offer: Offer }
  /** Made by another release of the app. */
  | { readonly kind: "other-version" }
  | { readonly kind: "none" };

/** The fragment of a link, without its `#`. */
export function linkFragment({ point, secret, commitment }: Offer): string {
  return commitment === null
    ? `${UNCOMMITTED}${toBase64url(joined(point, secret))}`
    : `${VERSION}${toBase64url(joined(point, secret, commitment))}`;
}

/** The bytes of a link in their pieces; null when they are too few or too many. */
function piecesOf(version: string, bytes: Bytes | null): Offer | null {
  const length = bytes?.length ?? 0;
  const committed = length - POINT_BYTES - SECRET_BYTES;
  if (bytes === null || committed !== (version === VERSION ? COMMITMENT_BYTES : 0)) return null;
  return {
    point: bytes.slice(0, POINT_BYTES),
    secret: bytes.slice(POINT_BYTES, POINT_BYTES + SECRET_BYTES),
    commitment: committed === 0 ? null : bytes.slice(POINT_BYTES + SECRET_BYTES),
  };
}

/** Reads a link: a whole URL, perhaps with words around it, or its fragment alone. */
export function parseLink(text: string): ParsedLink {
  const fragment = /#([\w-]+)/.exec(text)?.[1] ?? text.trim();
  if (/^[3-9][\w-]{40,}$/.test(fragment)) return { kind: "other-version" };
  const version = fragment.charAt(0);
  const isKnown = version === UNCOMMITTED || version === VERSION;
  const offer = isKnown ? piecesOf(version, fromBase64url(fragment.slice(1))) : null;
  return offer === null || decompress(offer.point) === null
    ? { kind: "none" }
    : { kind: "offer", offer };
}
