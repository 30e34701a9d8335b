/** What goes to guardians before any sound: alarms, places and whatever else waits for them. */
import { soundLimits } from "#content/sound-limits.ts";
import { guardianOutbox } from "#store/guardians/guardian-outbox.ts";

/** Whether sound may go, and how a request with sound gives way. */
export interface ItemsFirst {
  readonly mayGo: () => Promise<boolean>;
  readonly yielding: <T>(request: (signal: AbortSignal) => Promise<T>) => Promise<T>;
}

/** Looks at the queue of items; one that waits for long, as for a guardian whose link does not answer, holds nothing up. */
export function itemsFirst(now: () => number): ItemsFirst {
  let seen: ReadonlyMap<string, number> = new Map();
  /** The items that hold sound up. */
  const holding = async () => {
    const [rows, at] = [await guardianOutbox.read(), now()];
    seen = new Map(rows.map(({ id }) => [id, seen.get(id) ?? at]));
    return rows.filter(({ id }) => at - (seen.get(id) ?? at) < soundLimits.itemsFirstMs);
  };
  return {
    mayGo: async () => (await holding()).length === 0,
    yielding: async (request) => {
      const giving = new AbortController();
      // Places are small and come often; what wakes a guardian waits for nothing.
      const look = async () => {
        if ((await holding()).some(({ wakes }) => wakes)) giving.abort();
      };
      const stop = guardianOutbox.subscribe(() => void look().catch(() => undefined));
      try {
        return await request(giving.signal);
      } finally {
        stop();
      }
    },
  };
}
