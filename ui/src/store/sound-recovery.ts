/** The recovery phrase, as far as this phone keeps it: a handle that finds and seals, from which nobody gets the words. */
import * as v from "valibot";
import { linkRecord, storedKey } from "./link-record.ts";

const recovery = v.nullable(
  v.object({
    base: storedKey,
    /** The number of the next copy. */
    next: v.number(),
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
  return soundRecovery.change(() => ({ keep: { base, next: 0, madeAt }, answer: undefined }));
}

/** Takes the number of a copy, once; null where there is no phrase. */
export function takeRecovery(): Promise<{
  readonly base: CryptoKey;
  readonly number: number;
} | null> {
  return soundRecovery.change((before) =>
    before === null
      ? { keep: null, answer: null }
      : {
          keep: { ...before, next: before.next + 1 },
          answer: { base: before.base, number: before.next },
        },
  );
}
