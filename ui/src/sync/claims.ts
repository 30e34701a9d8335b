/** Links that were claimed: their keys follow from what the guardian's browser sent. */
import { type Reading, readWatch } from "#api/watches.ts";
import { alertLimits } from "#content/guardian-limits.ts";
import { wallTime } from "#platform/clock.ts";
import { withDeadline } from "#platform/deadline.ts";
import { digitsOf } from "#seal/digits.ts";
import { openHello, REVEAL_SEQ, sealReveal } from "#seal/items.ts";
import { linkKeys, offerKeys } from "#seal/keys.ts";
import {
  changeGuardian,
  guardians,
  type LinkedGuardian,
  type WaitingGuardian,
} from "#store/guardians/guardians.ts";

/** `expired`: the server has no more what they sent; `spoiled`: it does not open, so that they did not know the link's secret. */
type Incomplete = "expired" | "spoiled";

/**
 * Stores the link with its keys, after somebody claimed it; null where the link was removed meanwhile. Only after that the
 * guardian's browser is told the number from which the digits follow, so that nobody who knows it can still choose a key.
 */
export async function completeLink(
  waiting: WaitingGuardian,
  { items, after }: Reading,
): Promise<LinkedGuardian | Incomplete | null> {
  const { id, name, owner, madeAt, secret, privateKey, point, committed } = waiting;
  const sealed = items.find(({ seq }) => seq === 0)?.bytes;
  if (sealed === undefined) return "expired";
  const { hello } = await offerKeys(secret);
  const theirs = await openHello(hello, sealed);
  const keys = theirs && (await linkKeys({ privateKey }, theirs, secret).catch(() => null));
  if (keys === null || theirs === null) return "spoiled";
  const { down, up } = keys;
  const nonce = committed?.nonce;
  const digits = await digitsOf({ person: point, guardian: theirs, secret }, nonce ?? null);
  const base = { id, name, owner, madeAt, down, up, digits, after, linkedAt: wallTime() };
  const linked: LinkedGuardian = {
    ...{ state: "linked", ...base, isCompared: false, testedAt: null, lastAnswer: null },
    ...(nonce === undefined
      ? { nextSeq: 0 }
      : { reveal: await sealReveal(down, nonce), nextSeq: REVEAL_SEQ + 1 }),
  };
  const stored = await changeGuardian(id, (before) =>
    before.state === "waiting" ? linked : before,
  );
  return stored?.state === "linked" ? stored : null;
}

async function look(waiting: WaitingGuardian): Promise<void> {
  const reading = await withDeadline(alertLimits.patienceMs, (signal) =>
    readWatch(waiting.owner, { after: -1, signal }),
  );
  if (reading.link.state === "claimed") await completeLink(waiting, reading);
}

/**
 * Completes the links that were claimed while nobody looked at the settings: their guardians believe that they are linked.
 * What cannot be asked now is asked the next time.
 */
export async function completeLinks(): Promise<void> {
  const all = await guardians.read();
  const waiting = all.filter((one): one is WaitingGuardian => one.state === "waiting");
  await Promise.allSettled(waiting.map(look));
}
