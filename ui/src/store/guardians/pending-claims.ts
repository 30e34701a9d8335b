/**
 * Claims of links about which the server's answer is not known. Their keys are on the disk before the server uses the link up, so
 * that a page that is gone meanwhile takes none along. Nobody is guarded by them yet.
 */
import * as v from "valibot";
import { listRecord, storedBytes } from "./link-record.ts";
import { watched } from "./watched.ts";

/** How many others are kept: those of links that came to nothing are pushed out by newer ones. */
const OTHERS_KEPT = 7;

const pending = v.object({
  /** A hash of the link, by which it is known again: the link itself is kept nowhere. */
  link: v.string(),
  /** The claim token and the first item for the server; the same in each request, by which it knows a repeat. */
  token: v.string(),
  hello: storedBytes,
  /** Who is guarded once the server has taken the claim. */
  person: watched,
});

/** A claim that the server may have taken or not. */
export type PendingClaim = v.InferOutput<typeof pending>;

const claims = listRecord<PendingClaim>("claims", pending);

/** The claim of a link that this browser has begun; null where there is none. */
export async function pendingClaim(link: string): Promise<PendingClaim | null> {
  return (await claims.read()).find((one) => one.link === link) ?? null;
}

/**
 * Keeps a claim, and resolves to what is to be sent: where this link's was begun before, with the keys of then. Rejects where the
 * disk does not take it.
 */
export function keepClaim(made: PendingClaim): Promise<PendingClaim> {
  return claims.change((before) => {
    const { person, ...sent } = before.find(({ link }) => link === made.link) ?? made;
    const claim = { ...sent, person: { ...person, name: made.person.name } };
    const others = before.filter(({ link }) => link !== made.link).slice(-OTHERS_KEPT);
    return { keep: [...others, claim], answer: claim };
  });
}

/** Forgets the claim by which a person was to be guarded. */
export function forgetClaim(id: string): Promise<void> {
  return claims.change((before) => ({
    keep: before.filter(({ person }) => person.id !== id),
    answer: undefined,
  }));
}
