/** Begins copies, and gives chosen guardians what it takes to listen. That wakes nobody, and goes after the alarm. */
import { ApiError } from "#api/client.ts";
import { hasEnded, isRefused, sendItem } from "#api/watches.ts";
import { soundLimits } from "#content/sound-limits.ts";
import { withDeadline } from "#platform/clock.ts";
import { randomBytes, randomToken, SOUND_SECRET_BYTES } from "#seal/keys.ts";
import { sealGiven } from "#seal/sound-items.ts";
import { type LinkedGuardian, takeSeq } from "#store/guardians/guardians.ts";
import {
  changeCopy,
  type Given,
  type SoundCopy,
  soundGuardians,
} from "#store/guardians/sound-copies.ts";
import { NOTHING_SENT } from "./sound-rules.ts";

/** An emergency as guardians know it. */
export interface Named {
  readonly name: string;
  readonly isDrill: boolean;
}

/** A copy of which nothing was sent; `begunAt` is in epoch milliseconds. */
export function newCopy(emergency: string, begunAt: number): SoundCopy {
  const secret = randomBytes(SOUND_SECRET_BYTES);
  return {
    ...{ emergency, begunAt, secret, write: randomToken(), recovery: null },
    ...{ madeAt: null, given: [], progress: NOTHING_SENT },
    ...{ storedUntil: null, newestAt: null, heldUntil: {} },
  };
}

/** The copy with everybody noted who is chosen now; the same one where nobody is new. */
export function withGiven(
  copy: SoundCopy,
  chosen: readonly Pick<LinkedGuardian, "id">[],
  { name, isDrill, at }: Named & { readonly at: number },
): SoundCopy {
  const isKnown = (id: string) =>
    copy.given.some((one) => one.guardian === id && one.name === name);
  const added = chosen.flatMap(({ id }): Given[] =>
    isKnown(id) ? [] : [{ guardian: id, name, isDrill, at, sealed: null, state: "waiting" }],
  );
  return added.length === 0 ? copy : { ...copy, given: [...copy.given, ...added] };
}

const isSame = (a: Given, b: Given) => a.guardian === b.guardian && a.name === b.name;

/** Changes one row of a copy. */
async function changeGiven(
  emergency: string,
  row: Given,
  change: (before: Given) => Given,
): Promise<Given | null> {
  const kept = await changeCopy(emergency, (before) => ({
    ...before,
    given: before.given.map((one) => (isSame(one, row) ? change(one) : one)),
  }));
  return kept?.given.find((one) => isSame(one, row)) ?? null;
}

/** The row with its number and its bytes, which are on the disk before they are sent. */
async function sealed(
  { emergency, secret }: SoundCopy,
  row: Given,
  { id, down }: LinkedGuardian,
): Promise<Given["sealed"]> {
  if (row.sealed !== null) return row.sealed;
  const seq = await takeSeq(id);
  if (seq === null) return null;
  const { name, at, isDrill } = row;
  const made = { seq, bytes: await sealGiven(down, seq, { emergency: name, at, isDrill, secret }) };
  const kept = await changeGiven(emergency, row, (one) => ({ ...one, sealed: one.sealed ?? made }));
  return kept?.sealed ?? null;
}

/** Sends one row; rejects where it has to wait. */
async function sendRow(copy: SoundCopy, row: Given, guardian: LinkedGuardian): Promise<void> {
  const made = await sealed(copy, row, guardian);
  if (made === null) return;
  const settle = (change: Partial<Given>) =>
    changeGiven(copy.emergency, row, (one) => ({ ...one, ...change }));
  try {
    await withDeadline(soundLimits.patienceMs, (signal) =>
      sendItem(guardian.owner, { ...made, wake: false }, signal),
    );
  } catch (error) {
    // Another item has the number: the next time it gets a new one.
    if (error instanceof ApiError && error.status === 409) await settle({ sealed: null });
    const isLost = isRefused(error) || (await hasEnded(error, guardian.owner));
    if (!isLost) throw error;
    await settle({ state: "refused" });
    return;
  }
  await settle({ state: "taken" });
}

/** Sends to everybody who is still chosen; rejects with the first failure when all were tried. */
export async function sendGiven(copy: SoundCopy): Promise<void> {
  const chosen = await soundGuardians();
  const sending = copy.given.map(async (row) => {
    const guardian = chosen.find(({ id }) => id === row.guardian);
    if (row.state === "waiting" && guardian !== undefined) await sendRow(copy, row, guardian);
  });
  const failed = (await Promise.allSettled(sending)).find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}
