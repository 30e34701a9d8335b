/** What the tabs of a fake phone agree on: locks that one tab holds at a time, as Web Locks are, and one channel. */

import type { ChunkNews } from "#platform/workers/tabs.ts";

/** A tab's view of the locks. */
export interface FakeLocks {
  readonly whileHolding: (
    name: string,
    work: () => Promise<void>,
    signal?: AbortSignal,
  ) => Promise<void>;
  readonly isHeldElsewhere: (name: string) => Promise<boolean>;
  readonly tellOtherTabs: () => void;
  readonly onOtherTab: (listener: () => void) => () => void;
  readonly tellChunk: (news: ChunkNews) => void;
  readonly onOtherTabsChunk: (listener: (news: ChunkNews) => void) => () => void;
  /** The tab is gone: what it held is free, and it hears nothing more. */
  readonly close: () => void;
}

interface Request {
  readonly tab: object;
  readonly begin: () => void;
}

/** Makes the locks of a phone; each call of the result is another tab. */
export function fakeLocks(): () => FakeLocks {
  /** The first request of a line holds the lock. */
  const lines = new Map<string, Request[]>();
  const channel = new Map<object, Set<() => void>>();
  const chunks = new Map<object, Set<(news: ChunkNews) => void>>();
  const lineOf = (name: string) => {
    const line = lines.get(name) ?? [];
    lines.set(name, line);
    return line;
  };
  const leave = (line: Request[], request: Request) => {
    const wasFirst = line[0] === request;
    const at = line.indexOf(request);
    if (at >= 0) line.splice(at, 1);
    if (wasFirst) line[0]?.begin();
  };
  return () => {
    const tab = {};
    const heard = new Set<() => void>();
    channel.set(tab, heard);
    const chunksHeard = new Set<(news: ChunkNews) => void>();
    chunks.set(tab, chunksHeard);
    return {
      whileHolding: (name, work, signal) =>
        new Promise((resolve, reject) => {
          const line = lineOf(name);
          let hasBegun = false;
          const request: Request = {
            tab,
            begin: () => {
              hasBegun = true;
              work()
                .then(resolve, reject)
                .finally(() => leave(line, request));
            },
          };
          signal?.addEventListener("abort", () => {
            if (hasBegun) return;
            leave(line, request);
            reject(new DOMException("The request was given up.", "AbortError"));
          });
          line.push(request);
          if (line.length === 1) queueMicrotask(request.begin);
        }),
      isHeldElsewhere: async (name) => (lines.get(name)?.length ?? 0) > 0,
      // A tab that is gone tells nobody.
      tellOtherTabs: () => {
        if (!channel.has(tab)) return;
        for (const [other, listeners] of channel) {
          if (other !== tab) for (const listener of [...listeners]) queueMicrotask(listener);
        }
      },
      onOtherTab: (listener) => {
        heard.add(listener);
        return () => heard.delete(listener);
      },
      tellChunk: ({ emergencyId, level }) => {
        if (!chunks.has(tab)) return;
        for (const [other, listeners] of chunks) {
          if (other !== tab)
            for (const listener of [...listeners]) listener({ emergencyId, level });
        }
      },
      onOtherTabsChunk: (listener) => {
        chunksHeard.add(listener);
        return () => chunksHeard.delete(listener);
      },
      close: () => {
        channel.delete(tab);
        chunks.delete(tab);
        for (const line of lines.values()) {
          for (const request of line.filter((one) => one.tab === tab)) leave(line, request);
        }
      },
    };
  };
}
