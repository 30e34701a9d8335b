/** Claims about which links leave the phone next, for single cases and for any course of lines, kills and reloads. */
import { describe, expect, test } from "vitest";
import { soundLimits } from "#content/sound-limits.ts";
import type { PieceKind } from "#seal/sound-piece.ts";
import { fractionsOf } from "#test/chance.ts";
import {
  type Cover,
  fitting,
  missing,
  NOTHING_SENT,
  type Numbered,
  nextToSend,
  numbered,
  type PartFacts,
  type Progress,
  type Range,
  refused,
  renumbered,
  stored,
  storedUntil,
  waitAfter,
  withRange,
} from "./sound-rules.ts";

const part = (id: string, count: number, isOver = false): PartFacts => ({ id, count, isOver });

/** What is sent next of a copy, as a few words. */
function told(progress: Progress, ...parts: readonly PartFacts[]): string {
  const next = nextToSend(progress, parts);
  if (next === null) return "nothing";
  const { part: of, range } = next.type === "new" ? next.cover : next.piece;
  return `${next.kind} ${of} ${range.join("-")}${next.type === "new" ? "" : " again"}`;
}

/** A copy of which the server has these links. */
function having(done: readonly Range[], of = "a"): Progress {
  return { ...NOTHING_SENT, done: { [of]: done } };
}

test("ranges are joined where they touch, and what is missing is the rest", () => {
  expect(withRange([[5, 8]], [0, 2])).toEqual([
    [0, 2],
    [5, 8],
  ]);
  expect(
    withRange(
      [
        [0, 2],
        [5, 8],
      ],
      [2, 5],
    ),
  ).toEqual([[0, 8]]);
  expect(missing([[2, 4]], 6)).toEqual([
    [0, 2],
    [4, 6],
  ]);
  expect(missing([[0, 9]], 6)).toEqual([]);
  expect(missing([], 0)).toEqual([]);
});

describe("what goes next", () => {
  test("is four seconds, as soon as there are as many", () => {
    expect(told(NOTHING_SENT, part("a", 3))).toBe("nothing");
    expect(told(NOTHING_SENT, part("a", 4))).toBe("sound a 0-4");
    expect(told(having([[0, 4]]), part("a", 7))).toBe("nothing");
    expect(told(having([[0, 4]]), part("a", 8))).toBe("sound a 4-8");
  });

  test("is the rest of a part when no more follows", () => {
    expect(told(having([[0, 4]]), part("a", 5, true))).toBe("sound a 4-5");
    expect(told(having([[0, 5]]), part("a", 5, true))).toBe("nothing");
  });

  test("is the newest sound, when the line was gone for a moment", () => {
    expect(told(having([[0, 4]]), part("a", 9))).toBe("sound a 4-8");
    expect(told(having([[0, 4]]), part("a", 12))).toBe("sound a 8-12");
    expect(told(having([[0, 4], [8, 12]]), part("a", 13))).toBe("sound a 4-8"); // biome-ignore format: ranges
  });

  test("is the hashes of what waits, when more than two pieces do", () => {
    expect(told(having([[0, 4]]), part("a", 13))).toBe("hashes a 4-13");
    const hashed = { ...having([[0, 4]]), hashed: { a: [[4, 13]] as Range[] } };
    expect(told(hashed, part("a", 13))).toBe("sound a 8-12");
    expect(told(hashed, part("a", 13, true))).toBe("sound a 12-13");
  });

  test("is the beginning of a part before the rest of it, which cannot be played without", () => {
    const hashed: Progress = { ...NOTHING_SENT, hashed: { a: [[0, 40]], b: [[0, 30]] } };
    const parts = [part("a", 40, true), part("b", 30)];
    expect(told(hashed, ...parts)).toBe("sound b 0-4");
    expect(told({ ...hashed, done: { b: [[0, 4]] } }, ...parts)).toBe("sound b 24-28");
    expect(told({ ...hashed, done: { b: [[0, 30]] } }, ...parts)).toBe("sound a 0-4");
  });

  test("is a piece that has its number, before there is another one of its kind", () => {
    const open = numbered(NOTHING_SENT, "sound", { part: "a", range: [0, 4] });
    expect(told(open, part("a", 8))).toBe("sound a 0-4 again");
    expect(numbered(open, "sound", { part: "a", range: [4, 8] })).toBe(open);
  });

  test("leaves out what the server does not take", () => {
    const piece = { seq: 0, part: "a", range: [0, 4] as const };
    const open = numbered(NOTHING_SENT, "sound", piece);
    expect(told(refused(open, "sound", piece), part("a", 8))).toBe("sound a 4-8");
  });
});

describe("what fits into a piece", () => {
  const links = (from: number, to: number, length = 4_000, everyMs = 1_000) =>
    Array.from({ length: to - from }, (_, at) => ({
      ...{ seq: from + at, mono: (from + at) * everyMs, length },
    }));
  const cover = (from: number, to: number): Cover => ({ part: "a", range: [from, to] });

  test("is all of four ordinary seconds", () => {
    expect(fitting(links(4, 8), cover(4, 8))).toEqual([4, 8]);
  });

  test("is what is next to the rest, where seconds are long or large", () => {
    expect(fitting(links(4, 8, 4_000, 3_000), cover(4, 8))).toEqual([6, 8]);
    expect(fitting(links(0, 4, 4_000, 3_000), cover(0, 4))).toEqual([0, 2]);
    expect(fitting(links(4, 8, 300_000), cover(4, 8))).toEqual([7, 8]);
  });

  test("is nothing of a link that is too large, or where the phone has none", () => {
    expect(fitting(links(4, 8, 600_000), cover(4, 8))).toEqual([8, 8]);
    expect(fitting([], cover(0, 4))).toEqual([0, 0]);
  });
});

test("stored is only what has no gap before it", () => {
  const parts = [part("a", 8, true), part("b", 4)];
  const until = (done: Progress["done"]) => storedUntil({ done }, parts);
  expect(until({})).toBeNull();
  expect(until({ b: [[0, 4]] })).toBeNull();
  expect(until({ a: [[4, 8]] })).toBeNull();
  expect(until({ a: [[0, 4]], b: [[0, 4]] })).toEqual({ part: "a", link: 3 });
  expect(until({ a: [[0, 8]] })).toEqual({ part: "a", link: 7 });
  expect(until({ a: [[0, 8]], b: [[0, 4]] })).toEqual({ part: "b", link: 3 });
});

test("waits grow with each failure, and respect what the server asks for", () => {
  const none = { status: null, retryAfter: null };
  expect([1, 2, 5, 60].map((count) => waitAfter(none, count))).toEqual([
    1_000, 2_000, 16_000, 30_000,
  ]);
  expect(waitAfter({ status: 507, retryAfter: null }, 1)).toBe(60_000);
  expect(waitAfter({ status: 507, retryAfter: 90 }, 1)).toBe(90_000);
  expect(waitAfter({ status: 429, retryAfter: null }, 2)).toBe(20_000);
  expect(waitAfter({ status: 503, retryAfter: 5 }, 1)).toBe(5_000);
});

/** A phone and a server: what the disk has, what the page knows, and what came to the server. */
function story(random: () => number) {
  const parts: { id: string; count: number; isOver: boolean }[] = [];
  const server = new Map<string, Cover>();
  let disk = NOTHING_SENT;
  const place = (kind: PieceKind, seq: number) => `${kind} ${seq}`;
  const chance = (share: number) => random() < share;
  const record = () => {
    const last = parts.at(-1);
    if (last === undefined || last.isOver || chance(0.03)) {
      if (last !== undefined) last.isOver = true;
      parts.push({ id: `p${parts.length}`, count: 0, isOver: false });
    }
    const now = parts.at(-1);
    if (now !== undefined) now.count += 1;
  };
  /** Links of which the server has the sound, as its pieces say. */
  const there = () => {
    const all: Record<string, readonly Range[]> = {};
    for (const [where, { part: of, range }] of server) {
      if (where.startsWith("sound")) all[of] = withRange(all[of] ?? [], range);
    }
    return all;
  };
  /** Sends a piece; false where the page must try again later. */
  const put = (kind: PieceKind, piece: Numbered, line: number): boolean => {
    if (!chance(line)) return false;
    const where = place(kind, piece.seq);
    const known = server.get(where);
    if (known === undefined) server.set(where, { part: piece.part, range: piece.range });
    // The answer may be lost, or the browser killed.
    if (!chance(line)) return false;
    const had = server.get(where) ?? piece;
    disk = stored(disk, kind, { seq: piece.seq, ...had });
    return true;
  };
  const send = (line: number) => {
    const next = nextToSend(disk, parts);
    if (next === null) return false;
    const { kind } = next;
    if (next.type === "new") disk = numbered(disk, kind, next.cover);
    const piece = disk.open[kind];
    return piece !== null && put(kind, piece, line);
  };
  return {
    parts,
    record,
    send,
    there,
    progress: () => disk,
    /** The disk loses what it had taken last, as when the power goes. */
    forget: (before: Progress) => {
      disk = before;
    },
    end: () => {
      for (const one of parts) one.isOver = true;
    },
  };
}

describe("whatever happens on the way", () => {
  const rounds = Array.from({ length: 60 }, (_, at) => at + 1);

  test("everything is there in the end, and nothing is said to be stored that is not", () => {
    for (const seed of rounds) {
      const random = fractionsOf(seed * 7_919);
      const { parts, record, send, there, progress, forget, end } = story(random);
      let before = progress();
      for (let step = 0; step < 300; step += 1) {
        const move = random();
        const line = step % 100 < 40 ? 0.95 : 0.2;
        if (move < 0.5) record();
        else if (move < 0.97) send(line);
        else forget(before);
        if (random() < 0.1) before = progress();
        const until = storedUntil(progress(), parts);
        const known = storedUntil({ done: there() }, parts);
        const order = (at: typeof until) =>
          at === null ? -1 : parts.findIndex(({ id }) => id === at.part) * 1_000 + at.link;
        expect([seed, order(until) <= order(known)]).toEqual([seed, true]);
      }
      end();
      let steps = 0;
      while (nextToSend(progress(), parts) !== null && steps < 3_000) {
        send(0.9);
        steps += 1;
      }
      expect([seed, steps < 3_000]).toEqual([seed, true]);
      for (const { id, count } of parts) expect(missing(there()[id] ?? [], count)).toEqual([]);
    }
  });

  test("on a line that lasts, sound is behind by less than one piece", () => {
    const { parts, record, send, there } = story(() => 0.5);
    for (let second = 1; second <= 200; second += 1) {
      record();
      while (send(1));
      const count = parts[0]?.count ?? 0;
      const left = missing(there()["p0"] ?? [], count).reduce((sum, [a, b]) => sum + b - a, 0);
      expect(left).toBeLessThan(soundLimits.pieceLinks);
    }
  });

  test("a number that was given to other links meanwhile is used for none of these", () => {
    const open = numbered(NOTHING_SENT, "sound", { part: "a", range: [0, 4] });
    const again = renumbered(open, "sound", 0);
    const next = numbered(again, "sound", { part: "a", range: [0, 4] });
    expect(next.open.sound?.seq).toBe(1);
  });
});
