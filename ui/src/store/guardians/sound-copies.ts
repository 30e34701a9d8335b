/**
 * Copies of recordings that leave the phone while they are recorded: the secret and the token of each, to whom they were given, and
 * how far they are. The sound itself stays in the evidence's database.
 */
import * as v from "valibot";
import { soundLimits } from "#content/sound-limits.ts";
import { guardians, type LinkedGuardian } from "./guardians.ts";
import { listRecord, storedBytes } from "./link-record.ts";

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const range = v.pipe(v.tuple([count, count]), v.readonly());
const ranges = v.record(v.string(), v.pipe(v.array(range), v.readonly()));
const numbered = v.nullable(v.object({ seq: count, part: v.string(), range }));

const progress = v.object({
  done: ranges,
  hashed: ranges,
  refused: ranges,
  open: v.object({ hashes: numbered, sound: numbered }),
  next: v.object({ hashes: count, sound: count }),
});

/** That a guardian is given what it takes to listen. */
const given = v.object({
  guardian: v.string(),
  /** The emergency as guardians know it: a test that becomes real is another one, with the same sound. */
  name: v.string(),
  isDrill: v.boolean(),
  /** When, epoch milliseconds. */
  at: v.number(),
  /** Number and bytes are on the disk before they are sent. */
  sealed: v.nullable(v.object({ seq: v.number(), bytes: storedBytes })),
  state: v.picklist(["waiting", "taken", "refused"]),
  /** When the server last took it, in epoch milliseconds; earlier releases did not note it. */
  takenAt: v.optional(v.number()),
});

/** A guardian who may listen, and whether the server has what tells them. */
export type Given = v.InferOutput<typeof given>;

const copy = v.object({
  /** The emergency, as recordings know it. */
  emergency: v.string(),
  secret: storedBytes,
  /** The token for adding and deleting. */
  write: v.string(),
  /** Epoch milliseconds. */
  begunAt: v.number(),
  /** What a recovery phrase needs to find it; null where there is no phrase. */
  recovery: v.nullable(v.object({ find: v.string(), sealedKey: storedBytes })),
  /** When the server took it, by this phone's clock in epoch milliseconds; null before that. */
  madeAt: v.nullable(v.number()),
  /** The guardians who were chosen while the emergency was on. */
  given: v.array(given),
  progress,
  /** The phone's own time of the last link up to which the server has everything, epoch milliseconds. */
  storedUntil: v.nullable(v.number()),
  /** The server's time of the newest piece, or this phone's where the server's answer was lost, epoch milliseconds. */
  newestAt: v.nullable(v.number()),
  /** Up to which such link each guardian's page has everything, as it says itself. */
  heldUntil: v.record(v.string(), v.number()),
});

/** The copy of one emergency. */
export type SoundCopy = v.InferOutput<typeof copy>;

/**
 * All copies, in the order of their emergencies. What the disk does not take is not remembered: a number that is forgotten would be
 * given out again.
 */
export const soundCopies = listRecord<SoundCopy>("sound-copies", copy);

/** Changes the copy of an emergency; resolves to what is stored then, or to null when there is none. */
export function changeCopy(
  emergency: string,
  decide: (before: SoundCopy) => SoundCopy,
): Promise<SoundCopy | null> {
  return soundCopies.change((before) => {
    const keep = before.map((one) => (one.emergency === emergency ? decide(one) : one));
    return { keep, answer: keep.find((one) => one.emergency === emergency) ?? null };
  });
}

/** Adds a copy, unless there is one of its emergency; resolves to the one that is stored. */
export function addCopy(added: SoundCopy): Promise<SoundCopy> {
  return soundCopies.change((before) => {
    const known = before.find(({ emergency }) => emergency === added.emergency);
    return { keep: known === undefined ? [...before, added] : before, answer: known ?? added };
  });
}

/** Notes how far a guardian's page has the sound of an emergency, under the name that it knows; null is nothing, and never rejects. */
export async function noteHeld(
  guardian: string,
  held: { readonly about: string; readonly until: number } | null,
): Promise<void> {
  if (held === null) return;
  const { about, until } = held;
  const isTold = (one: SoundCopy) =>
    one.given.some((row) => row.guardian === guardian && row.name === about) &&
    until > (one.heldUntil[guardian] ?? Number.NEGATIVE_INFINITY);
  const noted = (one: SoundCopy) =>
    isTold(one) ? { ...one, heldUntil: { ...one.heldUntil, [guardian]: until } } : one;
  try {
    if (!(await soundCopies.read()).some(isTold)) return;
    await soundCopies.change((before) => ({ keep: before.map(noted), answer: undefined }));
  } catch {
    // The page says it again with the next piece.
  }
}

/** The guardians for whom sound is sent, also when their links have ended: of nobody else it is known that the digits are the same on both sides. */
export async function soundGuardians(): Promise<LinkedGuardian[]> {
  const all = await guardians.read();
  return all.filter(
    (one): one is LinkedGuardian =>
      one.state === "linked" && one.isCompared && one.getsSound === true,
  );
}

const KEPT_MS = soundLimits.keptDays * 86_400_000;

/** Forgets copies that the server has forgotten; a clock that is wrong by a day forgets none too early. */
export async function forgetOldCopies(now: number): Promise<void> {
  const isOld = ({ begunAt, madeAt }: SoundCopy) =>
    now - (madeAt ?? begunAt) > KEPT_MS + 86_400_000;
  if (!(await soundCopies.read()).some(isOld)) return;
  await soundCopies.change((before) => ({
    keep: before.filter((one) => !isOld(one)),
    answer: undefined,
  }));
}

/** Forgets the copy of an emergency. */
export function forgetCopy(emergency: string): Promise<void> {
  return soundCopies.change((before) => ({
    keep: before.filter((one) => one.emergency !== emergency),
    answer: undefined,
  }));
}
