/**
 * Decides when which head of a recording is to be confirmed. Times are milliseconds of the running clock. A recording that
 * grows is confirmed once a minute, and one that has stopped growing at its end, whatever stopped it. Pure.
 */
import { receiptLimits } from "#content/receipt-limits.ts";

/** How a recording stands on the disk. */
export interface SeenHead {
  readonly emergencyEventId: string;
  readonly head: string;
  readonly confirmedHead: string | null;
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
}

/** What happens. */
export type ReceiptsEvent =
  | { readonly type: "looked"; readonly at: number; readonly heads: readonly SeenHead[] }
  | { readonly type: "confirmed" }
  | { readonly type: "failed"; readonly at: number }
  /** The connection is back, or the person is. */
  | { readonly type: "woken" };

/** What follows. */
interface Next {
  readonly state: ReceiptsState;
  /** What the server is to confirm now. */
  readonly ask: SeenHead | null;
}

/** Before the first look. */
export const NOTHING_SEEN: ReceiptsState = {
  known: new Map(),
  isAsking: false,
  failures: 0,
  pausedUntil: 0,
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

function looked(before: ReceiptsState, at: number, heads: readonly SeenHead[]): Next {
  const known = new Map(
    heads.map((one) => {
      const { emergencyEventId: id } = one;
      return [id, seen(before.known.get(id), one, at)] as const;
    }),
  );
  const state = { ...before, known };
  if (before.isAsking || at < before.pausedUntil) return { state, ask: null };
  const due = heads.filter(({ emergencyEventId: id, head, confirmedHead }) => {
    const one = known.get(id);
    return head !== confirmedHead && one !== undefined && isDue(one, at);
  });
  // The newest first: it may be growing, and the others have waited before.
  const sinceOf = (one: SeenHead) => known.get(one.emergencyEventId)?.since ?? 0;
  const [ask] = due.sort((a, b) => sinceOf(b) - sinceOf(a));
  if (ask === undefined) return { state, ask: null };
  const { emergencyEventId: id } = ask;
  const one = known.get(id);
  const asked = one === undefined ? known : new Map(known).set(id, { ...one, askedAt: at });
  return { state: { ...state, known: asked, isAsking: true }, ask };
}

/** The next state, and what is to be asked. */
export function step(state: ReceiptsState, event: ReceiptsEvent): Next {
  switch (event.type) {
    case "looked":
      return looked(state, event.at, event.heads);
    case "confirmed":
      return { state: { ...state, isAsking: false, failures: 0, pausedUntil: 0 }, ask: null };
    case "failed": {
      const pause = pausesMs[Math.min(state.failures, pausesMs.length - 1)] ?? 0;
      const failed = { isAsking: false, failures: state.failures + 1 };
      return { state: { ...state, ...failed, pausedUntil: event.at + pause }, ask: null };
    }
    case "woken":
      return { state: { ...state, pausedUntil: 0 }, ask: null };
  }
}
