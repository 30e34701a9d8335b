/**
 * Sends what was recorded, sealed and piece by piece, one tab at a time: always from the disk, and never before an item that goes to a
 * guardian. The emergency knows nothing of it.
 */
import { ApiError } from "#api/client.ts";
import { SoundError } from "#api/sound-requests.ts";
import { makeCopy } from "#api/sounds.ts";
import { soundLimits } from "#content/sound-limits.ts";
import { wallTime, withDeadline } from "#platform/clock.ts";
import { whileHolding } from "#platform/tabs.ts";
import { type SoundKeys, soundKeys } from "#seal/sound-keys.ts";
import { changeCopy, type SoundCopy, soundCopies, soundGuardians } from "#store/sound-copies.ts";
import { sendGiven } from "./sound-giving.ts";
import { partsNow } from "./sound-parts.ts";
import { sendPiece } from "./sound-piece-sending.ts";
import { type Failure, nextToSend } from "./sound-rules.ts";

/** What sending needs to know of the page. */
export interface SoundSending {
  /** Whether an emergency is on, so that its newest part may grow. */
  readonly isOn: (emergency: string) => boolean;
  /** Whether an emergency's copy is to be looked at now. */
  readonly isDue: (emergency: string) => boolean;
  /** What came of it. */
  readonly onOutcome: (emergency: string, outcome: SoundOutcome) => void;
  /** Whether nothing waits that goes first. */
  readonly mayGo: () => Promise<boolean>;
  /** Runs a request, which ends when something comes that goes first. */
  readonly yielding: <T>(request: (signal: AbortSignal) => Promise<T>) => Promise<T>;
}

/** How a round ended. */
export type SoundOutcome =
  /** Everything is sent that can be. */
  | { readonly type: "done" }
  /** Something else goes first. */
  | { readonly type: "held" }
  | { readonly type: "failed"; readonly failure: Failure };

const DONE: SoundOutcome = { type: "done" };
const HELD: SoundOutcome = { type: "held" };

const failureOf = (error: unknown): Failure =>
  error instanceof ApiError
    ? { status: error.status, retryAfter: error instanceof SoundError ? error.retryAfter : null }
    : { status: null, retryAfter: null };

/** Answers of one link, after which another guardian's link is tried. */
const ofLink = [400, 404, 410, 422, 507];

/** A copy that the phrase does not find: another one has its number, which the disk had forgotten. Its guardians can listen all the same. */
const withoutPhrase = ({ emergency }: SoundCopy) =>
  changeCopy(emergency, (before) => ({ ...before, recovery: null }));

/** Announces the copy under the link of the first chosen guardian that takes it. */
async function make(copy: SoundCopy, { read }: SoundKeys): Promise<void> {
  const { write, recovery } = copy;
  let refusal: unknown = new Error("Nobody is chosen");
  for (const { owner } of await soundGuardians()) {
    try {
      await withDeadline(soundLimits.patienceMs, (signal) =>
        makeCopy(owner, { write, read, recovery }, signal),
      );
      await changeCopy(copy.emergency, (before) => ({ ...before, madeAt: wallTime() }));
      return;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 409 && recovery !== null) await withoutPhrase(copy);
      if (!ofLink.includes(error.status)) throw error;
      refusal = error;
    }
  }
  throw refusal;
}

/** Sends all of one copy that can be sent now; rejects where it has to wait. */
async function sendCopy(emergency: string, sending: SoundSending): Promise<SoundOutcome> {
  const find = async () =>
    (await soundCopies.read()).find((copy) => copy.emergency === emergency) ?? null;
  const copy = await find();
  if (copy === null || (await soundGuardians()).length === 0) return DONE;
  const keys = await soundKeys(copy.secret);
  if (!(await sending.mayGo())) return HELD;
  if (copy.madeAt === null) {
    // Nothing is asked of the server in an emergency's first seconds.
    const parts = await partsNow(emergency, sending.isOn(emergency));
    if (nextToSend(copy.progress, parts) === null) return DONE;
    await make(copy, keys);
  }
  // What one guardian's link does not take now must not keep the sound here.
  const giving = sendGiven(copy).then(
    () => null,
    (error: unknown) => failureOf(error),
  );
  for (;;) {
    if (!(await sending.mayGo())) return HELD;
    const known = await find();
    if (known === null) return DONE;
    const parts = await partsNow(emergency, sending.isOn(emergency));
    const next = nextToSend(known.progress, parts);
    if (next === null) break;
    if (!(await sendPiece({ copy: known, keys, parts, ...sending }, next))) return HELD;
  }
  const failure = await giving;
  return failure === null ? DONE : { type: "failed", failure };
}

/** Sends what waits, the newest emergency first, until nothing is left, something else goes first or the line is down; resolves to how the last copy ended that is not done. */
export async function sendSounds(sending: SoundSending): Promise<SoundOutcome> {
  let result = DONE;
  await whileHolding("sound-copies", async () => {
    const copies = await soundCopies.read();
    for (const { emergency } of [...copies].reverse()) {
      if (!sending.isDue(emergency)) continue;
      const outcome = await sendCopy(emergency, sending).catch(
        (error: unknown): SoundOutcome => ({ type: "failed", failure: failureOf(error) }),
      );
      sending.onOutcome(emergency, outcome);
      if (outcome.type !== "done") result = outcome;
      // One copy's refusal says nothing of the others.
      const isCutOff = outcome.type === "failed" && outcome.failure.status === null;
      if (outcome.type === "held" || isCutOff) return;
    }
  });
  return result;
}
