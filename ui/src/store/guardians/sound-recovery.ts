/** The recovery phrase, as far as this phone keeps it: a handle that finds and seals, from which nobody gets the words. */
import * as v from "valibot";
import { soundLimits } from "#content/sound-limits.ts";
import type { CopyPlace } from "#seal/recovery.ts";
import { linkRecord, storedKey } from "./link-record.ts";

const recovery = v.nullable(
  v.object({
    base: storedKey,
    /** The number of the next copy, by its period. */
    next: v.record(v.string(), v.number()),
    /** Epoch milliseconds. */
    madeAt: v.number(),
  }),
);

/** What is kept; null where no phrase was made. */
export const soundRecovery = linkRecord<v.InferOutput<typeof recovery>>(
  "sound-recovery",
  recovery,
  null,
);

/** Keeps a new phrase in the place of the one before. */
export function keepRecovery(base: CryptoKey, madeAt: number): Promise<void> {
  return soundRecovery.change(() => ({ keep: { base, next: {}, madeAt }, answer: undefined }));
}

/** The period of a time in epoch milliseconds. */
const periodOf = (at: number) => Math.floor(at / (soundLimits.periodDays * 86_400_000));

/** The periods of copies that the server may still have; clocks may differ by a period. */
export function recoveryPeriods(now: number): readonly number[] {
  const first = periodOf(now - soundLimits.keptDays * 86_400_000) - 1;
  return Array.from({ length: periodOf(now) + 2 - first }, (_, index) => first + index);
}

/** Takes the place of a copy that began at `begunAt`, once; null where there is no phrase. */
export function takeRecovery(
  begunAt: number,
): Promise<{ readonly base: CryptoKey; readonly place: CopyPlace } | null> {
  const period = periodOf(begunAt);
  return soundRecovery.change((before) => {
    if (before === null) return { keep: null, answer: null };
    const number = before.next[period] ?? 0;
    return {
      keep: { ...before, next: { ...before.next, [period]: number + 1 } },
      answer: { base: before.base, place: { period, number } },
    };
  });
}
