/**
 * Sends what was recorded, sealed and piece by piece, one tab at a time: always from the disk, and after every item that goes to a
 * guardian, unless that has waited for ten seconds. The emergency knows nothing of it.
 */
import { ApiError } from "#api/client.ts";
import { SoundError } from "#api/sound-requests.ts";
import { whileHolding } from "#platform/workers/tabs.ts";
import { soundKeys } from "#seal/keys.ts";
import { isLinked } from "#store/guardians/guardians.ts";
import { soundCopies, soundGuardians } from "#store/guardians/sound-copies.ts";
import { makeCopy } from "./sound-making.ts";
import { partsNow } from "./sound-parts.ts";
import { sendPiece } from "./sound-piece-sending.ts";
import { type Failure, nextToSend } from "./sound-rules.ts";

/** What sending needs to know of the page. */
export interface SoundSending {
  /** Whether an emergency is on, so that its newest part may grow. */
  readonly isOn: (emergency: string) => boolean;
  /** Whether an emergency's copy is to be looked at now. */
  readonly isDue: (emergency: string) => boolean;
  /** Called when the server has taken a copy. */
  readonly onMade: () => void;
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

/** What the error of a request says. */
export const failureOf = (error: unknown): Failure =>
  error instanceof ApiError
    ? { status: error.status, retryAfter: error instanceof SoundError ? error.retryAfter : null }
    : { status: null, retryAfter: null };

/** Sends all of one copy that can be sent now; rejects where it has to wait. */
async function sendCopy(emergency: string, sending: SoundSending): Promise<SoundOutcome> {
  const find = async () =>
    (await soundCopies.read()).find((copy) => copy.emergency === emergency) ?? null;
  const copy = await find();
  if (copy === null) return DONE;
  const chosen = await soundGuardians();
  // A copy that was begun goes on for whoever has its key, although the link under which it was begun has ended.
  if (copy.madeAt === null ? !chosen.some(isLinked) : chosen.length === 0) return DONE;
  const keys = await soundKeys(copy.secret);
  if (!(await sending.mayGo())) return HELD;
  if (copy.madeAt === null) {
    // Nothing is asked of the server in an emergency's first seconds.
    const parts = await partsNow(emergency, sending.isOn(emergency));
    if (nextToSend(copy.progress, parts) === null) return DONE;
    await makeCopy(copy, keys);
    sending.onMade();
  }
  for (;;) {
    if (!(await sending.mayGo())) return HELD;
    const known = await find();
    if (known === null) return DONE;
    const parts = await partsNow(emergency, sending.isOn(emergency));
    const next = nextToSend(known.progress, parts);
    if (next === null) return DONE;
    if (!(await sendPiece({ copy: known, keys, parts, ...sending }, next))) return HELD;
  }
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
