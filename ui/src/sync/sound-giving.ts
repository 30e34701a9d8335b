/**
 * Begins copies, and gives chosen guardians what it takes to listen. That wakes nobody, and goes after the alarm. It is sent beside the
 * sound, to each guardian for themselves: a link that takes nothing holds up neither the sound nor the other guardian.
 */
import { ApiError } from "#api/client.ts";
import { hasEnded, isRefused, sendItem } from "#api/watches.ts";
import { soundLimits } from "#content/sound-limits.ts";
import { wallTime } from "#platform/clock.ts";
import { withDeadline } from "#platform/deadline.ts";
import { whileHolding } from "#platform/workers/tabs.ts";
import { randomBytes, randomToken, SOUND_SECRET_BYTES } from "#seal/keys.ts";
import { sealGiven } from "#seal/sound-items.ts";
import { isForgotten, isLinked, type LinkedGuardian, takeSeq } from "#store/guardians/guardians.ts";
import {
  changeCopy,
  type Given,
  type SoundCopy,
  soundCopies,
  soundGuardians,
} from "#store/guardians/sound-copies.ts";
import { NOTHING_SENT } from "./sound-rules.ts";
import { failureOf, type SoundOutcome } from "./sound-sending.ts";

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

/** Whether the server has proved that the link has ended. */
const isOver = (error: unknown, { owner }: LinkedGuardian) =>
  withDeadline(soundLimits.patienceMs, (signal) => hasEnded(error, owner, signal));

/** Sends one row; rejects where it has to wait. */
async function sendRow(copy: SoundCopy, row: Given, guardian: LinkedGuardian): Promise<void> {
  const settle = (change: Partial<Given>) =>
    changeGiven(copy.emergency, row, (one) => ({ ...one, ...change }));
  if (!isLinked(guardian)) return void (await settle({ state: "refused" }));
  const made = await sealed(copy, row, guardian);
  if (made === null) return;
  try {
    await withDeadline(soundLimits.patienceMs, (signal) =>
      sendItem(guardian.owner, { ...made, wake: false }, signal),
    );
  } catch (error) {
    // Another item has the number: the next time it gets a new one.
    if (error instanceof ApiError && error.status === 409) await settle({ sealed: null });
    const isLost = isRefused(error) || (await isOver(error, guardian));
    if (!isLost) throw error;
    await settle({ state: "refused" });
    return;
  }
  await settle({ state: "taken", takenAt: wallTime() });
}

/** What giving needs to know of the page. */
interface SoundGiving {
  /** Whether something may be sent to a guardian now. */
  readonly isDue: (guardian: string) => boolean;
  /** What came of it. */
  readonly onOutcome: (guardian: string, outcome: SoundOutcome) => void;
}

/**
 * What a guardian is to be given of a copy at `now`; nothing before the server has taken the copy. It keeps the sound for weeks, and what
 * it takes to listen for days: that is sent again while nothing shows that the guardian has it, who may open their page weeks later.
 */
export function toGive(
  { given, madeAt, heldUntil }: SoundCopy,
  guardian: LinkedGuardian,
  now: number,
): readonly Given[] {
  const { id } = guardian;
  const mayLack = isLinked(guardian) && heldUntil[id] === undefined;
  const isLost = ({ state, at, takenAt = at }: Given) =>
    state === "taken" && mayLack && isForgotten(takenAt, now);
  return given.filter(
    (row) => madeAt !== null && row.guardian === id && (row.state === "waiting" || isLost(row)),
  );
}

/** Sends to everybody who is still chosen what it takes to listen, the newest emergency first, one tab at a time. */
export async function giveSounds({ isDue, onOutcome }: SoundGiving): Promise<void> {
  await whileHolding("sound-giving", async () => {
    const copies = [...(await soundCopies.read())].reverse();
    const giving = (await soundGuardians()).map(async (guardian) => {
      const all = copies.flatMap((copy) =>
        toGive(copy, guardian, wallTime()).map((row) => ({ copy, row })),
      );
      if (all.length === 0 || !isDue(guardian.id)) return;
      let outcome: SoundOutcome = { type: "done" };
      try {
        for (const { copy, row } of all) await sendRow(copy, row, guardian);
      } catch (error) {
        outcome = { type: "failed", failure: failureOf(error) };
      }
      onOutcome(guardian.id, outcome);
    });
    await Promise.all(giving);
  });
}
