/**
 * Decides when which head of a recording is to be confirmed. Times are milliseconds of the running clock. A recording that
 * grows is confirmed once a minute, and one that has stopped growing at its end, whatever stopped it. A time-stamp token is
 * asked for (`token-rules.ts`) when no receipt is due, and not while a recording begins. Pure.
 */
import { receiptLimits } from "#content/receipt-limits.ts";
import {
  answered,
  asking,
  type ConfirmedHead,
  NO_TOKENS,
  type TokenAnswer,
  type TokensState,
  type WantedToken,
  wantedToken,
} from "./token-rules.ts";

/** How a recording stands on the disk. */
export interface SeenHead {
  readonly emergencyEventId: string;
  readonly head: string;
  /** What is confirmed, in the order in which it was. */
  readonly confirmed: readonly ConfirmedHead[];
  /** The heads that have a token. */
  readonly stamped: readonly string[];
}

/** What is remembered of a recording. */
interface Known {
  readonly head: string;
  readonly firstSeenAt: number;
  /** Since when this is its head. */
  readonly since: number;
  readonly askedAt: number | null;
}

/** What this page knows. */
export interface ReceiptsState {
  readonly known: ReadonlyMap<string, Known>;
  readonly isAsking: boolean;
  readonly failures: number;
  readonly pausedUntil: number;
  readonly tokens: TokensState;
}

/** What happens. `now` is of the wall clock. */
export type ReceiptsEvent =
  | {
      readonly type: "looked";
      readonly at: number;
      readonly now: number;
      readonly heads: readonly SeenHead[];
    }
  | { readonly type: "confirmed" }
  | { readonly type: "failed"; readonly at: number }
  | { readonly type: "token"; readonly answer: TokenAnswer; readonly at: number }
  /** The connection is back, or the person is. */
  | { readonly type: "woken" };

/** What follows. */
interface Next {
  readonly state: ReceiptsState;
  /** What the server is to confirm now. */
  readonly ask: SeenHead | null;
  /** Of what a token is to be asked for now, beside everything else. */
  readonly stamp: WantedToken | null;
}

/** Before the first look. */
export const NOTHING_SEEN: ReceiptsState = {
  known: new Map(),
  isAsking: false,
  failures: 0,
  pausedUntil: 0,
  tokens: NO_TOKENS,
};

const { settledMs, firstMs, everyMs, pausesMs } = receiptLimits;

function seen(before: Known | undefined, { head }: SeenHead, at: number): Known {
  if (before === undefined) return { head, firstSeenAt: at, since: at, askedAt: null };
  return before.head === head ? before : { ...before, head, since: at };
}

function isDue({ since, firstSeenAt, askedAt }: Known, at: number): boolean {
  const isSettled = at - since >= settledMs;
  const isOverdue = askedAt === null ? at - firstSeenAt >= firstMs : at - askedAt >= everyMs;
  return isSettled || isOverdue;
}

const isConfirmed = ({ head, confirmed }: SeenHead) => confirmed.at(-1)?.head === head;

/** The receipt that is due; the newest first: it may be growing, and the others have waited before. */
function dueOf(
  known: ReadonlyMap<string, Known>,
  heads: readonly SeenHead[],
  at: number,
): SeenHead | null {
  const due = heads.filter((one) => {
    const before = known.get(one.emergencyEventId);
    return !isConfirmed(one) && before !== undefined && isDue(before, at);
  });
  const sinceOf = (one: SeenHead) => known.get(one.emergencyEventId)?.since ?? 0;
  const [ask] = due.sort((a, b) => sinceOf(b) - sinceOf(a));
  return ask ?? null;
}

/** The token that is due. */
function stampOf(
  { known, tokens }: ReceiptsState,
  heads: readonly SeenHead[],
  at: number,
  now: number,
): WantedToken | null {
  const isStill = ({ emergencyEventId: id }: SeenHead) =>
    at - (known.get(id)?.since ?? at) >= settledMs;
  // An emergency that has just begun has the connection for itself.
  if (heads.some((one) => one.confirmed.length === 0 && !isStill(one))) return null;
  const recordings = heads.map((one) => ({ ...one, isSettled: isConfirmed(one) && isStill(one) }));
  return wantedToken(tokens, recordings, at, now);
}

function looked(before: ReceiptsState, at: number, now: number, heads: readonly SeenHead[]): Next {
  const known = new Map(
    heads.map((one) => {
      const { emergencyEventId: id } = one;
      return [id, seen(before.known.get(id), one, at)] as const;
    }),
  );
  const state = { ...before, known };
  if (before.isAsking) return { state, ask: null, stamp: null };
  const ask = at < before.pausedUntil ? null : dueOf(known, heads, at);
  if (ask === null) {
    const stamp = stampOf(state, heads, at, now);
    const tokens = stamp === null ? state.tokens : asking(state.tokens, stamp, at);
    return { state: { ...state, tokens }, ask, stamp };
  }
  const { emergencyEventId: id } = ask;
  const one = known.get(id);
  const asked = one === undefined ? known : new Map(known).set(id, { ...one, askedAt: at });
  return { state: { ...state, known: asked, isAsking: true }, ask, stamp: null };
}

/** The next state, and what is to be asked. */
export function step(state: ReceiptsState, event: ReceiptsEvent): Next {
  const still = (next: Partial<ReceiptsState>): Next => ({
    state: { ...state, ...next },
    ask: null,
    stamp: null,
  });
  switch (event.type) {
    case "looked":
      return looked(state, event.at, event.now, event.heads);
    case "confirmed":
      return still({ isAsking: false, failures: 0, pausedUntil: 0 });
    case "failed": {
      const pause = pausesMs[Math.min(state.failures, pausesMs.length - 1)] ?? 0;
      const failures = state.failures + 1;
      return still({ isAsking: false, failures, pausedUntil: event.at + pause });
    }
    case "token":
      return still({ tokens: answered(state.tokens, event.answer, event.at) });
    case "woken":
      return still({ pausedUntil: 0, tokens: { ...state.tokens, pausedUntil: 0 } });
  }
}
