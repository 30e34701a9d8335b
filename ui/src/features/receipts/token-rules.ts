/**
 * Decides for which heads of a recording a time-stamp token is asked, and when. Only the receipts and tokens that are on the
 * disk count, so that it goes on after a restart as if there had been none. Pure.
 */
import { receiptLimits } from "#content/receipt-limits.ts";

/** A head that the server has confirmed. */
export interface ConfirmedHead {
  readonly head: string;
  /** The server's time, in Unix seconds. */
  readonly time: number;
}

/** A recording of which something is confirmed. */
export interface Stampable {
  readonly emergencyEventId: string;
  /** What is confirmed, in the order in which it was. */
  readonly confirmed: readonly ConfirmedHead[];
  /** The heads that have a token. */
  readonly stamped: readonly string[];
  /** Whether it grows no more, and all of it is confirmed. */
  readonly isSettled: boolean;
}

/** A head for which a token is asked. */
export interface WantedToken {
  readonly emergencyEventId: string;
  readonly head: string;
}

/** What this page knows of tokens. Times are milliseconds of the running clock. */
export interface TokensState {
  /** Whether the server asks an authority, as far as it has said. */
  readonly isOffered: boolean;
  readonly isAsking: boolean;
  readonly failures: number;
  readonly pausedUntil: number;
  /** When each head was asked for last. */
  readonly askedAt: ReadonlyMap<string, number>;
}

/** What came of asking. */
export type TokenAnswer = "kept" | "later" | "not-offered" | "failed";

/** Before anything was asked. */
export const NO_TOKENS: TokensState = {
  isOffered: true,
  isAsking: false,
  failures: 0,
  pausedUntil: 0,
  askedAt: new Map(),
};

/** Before every time; finite, so that two of them are equal. */
const NEVER = Number.MIN_SAFE_INTEGER;

const { pausesMs, tokenEveryMs, tokenSoonestMs, tokenLatestMs, tokenKeptMs } = receiptLimits;

/** Heads so far apart that each gets a token while the recording grows, and the last one when it grows no more. */
function anchorsOf({ confirmed, isSettled }: Stampable): readonly ConfirmedHead[] {
  let since = confirmed[0]?.time ?? 0;
  return confirmed.filter(({ time }, index) => {
    const isLast = isSettled && index === confirmed.length - 1;
    if (!isLast && (time - since) * 1_000 < tokenEveryMs) return false;
    since = time;
    return true;
  });
}

/** How long a head has waited, by the device's clock. */
const ageOf = ({ time }: ConfirmedHead, now: number) => Math.max(0, now - time * 1_000);

/** The pause before a head is asked for again, which grows with the time that it has waited. */
const pauseAt = (age: number) => Math.min(Math.max(age / 2, tokenSoonestMs), tokenLatestMs);

/**
 * What is to be asked now; `at` is of the running clock, `now` of the wall clock. Of several it is the one that was asked for
 * the longest ago, or never. What failed says nothing of a head, which is then due again as soon as the pause is over.
 */
export function wantedToken(
  { isOffered, isAsking, failures, pausedUntil, askedAt }: TokensState,
  recordings: readonly Stampable[],
  at: number,
  now: number,
): WantedToken | null {
  if (!isOffered || isAsking || at < pausedUntil) return null;
  const since = ({ head }: WantedToken) => askedAt.get(head) ?? NEVER;
  const waiting = recordings.flatMap((recording) => {
    const { emergencyEventId, stamped } = recording;
    return anchorsOf(recording)
      .filter(({ head }) => !stamped.includes(head))
      .map((one) => ({ emergencyEventId, head: one.head, age: ageOf(one, now) }));
  });
  const [first] = waiting
    .filter(({ age }) => age < tokenKeptMs)
    .filter((one) => failures > 0 || at - since(one) >= pauseAt(one.age))
    .sort((a, b) => since(a) - since(b) || a.age - b.age);
  return first === undefined
    ? null
    : { emergencyEventId: first.emergencyEventId, head: first.head };
}

/** The state once a head is asked for. */
export function asking(state: TokensState, { head }: WantedToken, at: number): TokensState {
  return { ...state, isAsking: true, askedAt: new Map(state.askedAt).set(head, at) };
}

/** The state after an answer. After a failure nothing is asked for a while. */
export function answered(before: TokensState, answer: TokenAnswer, at: number): TokensState {
  const state = { ...before, isAsking: false };
  if (answer !== "failed") {
    return { ...state, isOffered: answer !== "not-offered", failures: 0, pausedUntil: 0 };
  }
  const pause = pausesMs[Math.min(state.failures, pausesMs.length - 1)] ?? 0;
  return { ...state, failures: state.failures + 1, pausedUntil: at + pause };
}
