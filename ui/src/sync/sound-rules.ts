/**
 * Which links of a recording are sent next, and which were sent. Only ranges of links are stored: what is to be sent is computed each
 * time, so that a kill loses no more than one piece's place. Pure.
 */
import { soundLimits } from "#content/sound-limits.ts";
import type { PieceKind } from "#seal/sound-piece.ts";

/** Links of a part: from the first number on, up to the second and without it. */
export type Range = readonly [from: number, to: number];

/** Ranges by part. */
type Ranges = Readonly<Record<string, readonly Range[]>>;

/** Links that go into one piece. */
export interface Cover {
  readonly part: string;
  readonly range: Range;
}

/** A piece with its number, which was noted before it was sent. */
export interface Numbered extends Cover {
  readonly seq: number;
}

/** How far the copy of one emergency is. */
export interface Progress {
  /** The links whose sound the server has. */
  readonly done: Ranges;
  /** The links of which the server has the hashes. */
  readonly hashed: Ranges;
  /** The links that the server does not take, or that are lost: they are not tried again. */
  readonly refused: Ranges;
  /** The pieces that were numbered and are not known to be stored. */
  readonly open: Readonly<Record<PieceKind, Numbered | null>>;
  /** The next numbers. */
  readonly next: Readonly<Record<PieceKind, number>>;
}

/** A copy of which nothing was sent. */
export const NOTHING_SENT: Progress = {
  ...{ done: {}, hashed: {}, refused: {} },
  open: { hashes: null, sound: null },
  next: { hashes: 0, sound: 0 },
};

/** A part of the recording, as it is on the disk now. */
export interface PartFacts {
  readonly id: string;
  /** How many links it has. */
  readonly count: number;
  /** Whether no more links follow. */
  readonly isOver: boolean;
}

/** The ranges with one more, joined where they touch. */
export function withRange(ranges: readonly Range[], added: Range): readonly Range[] {
  const sorted = [...ranges, added].filter(([from, to]) => from < to).sort((a, b) => a[0] - b[0]);
  const joined: Range[] = [];
  for (const range of sorted) {
    const last = joined.at(-1);
    if (last === undefined || last[1] < range[0]) joined.push(range);
    else joined[joined.length - 1] = [last[0], Math.max(last[1], range[1])];
  }
  return joined;
}

/** What of the first `count` links is in none of the ranges. */
export function missing(ranges: readonly Range[], count: number): readonly Range[] {
  const known = withRange(ranges, [count, count + 1]);
  let at = 0;
  return known.flatMap(([from, to]) => {
    const gap: Range = [at, Math.min(from, count)];
    at = Math.max(at, to);
    return gap[0] < gap[1] ? [gap] : [];
  });
}

const lengthOf = (ranges: readonly Range[]) => ranges.reduce((sum, [a, b]) => sum + b - a, 0);

const having = (part: string, ...all: readonly Ranges[]) => all.flatMap((one) => one[part] ?? []);

const isComplete = ({ count, isOver }: PartFacts, [from, to]: Range) =>
  isOver || to < count || to - from >= soundLimits.pieceLinks;

/** The newest piece of a range: whole ones count from its beginning, and what is left over waits where more may come. */
function newestPiece(part: PartFacts, [from, to]: Range): Range {
  const { pieceLinks } = soundLimits;
  const over = (to - from) % pieceLinks;
  const mayGrow = !part.isOver && to === part.count;
  if (over > 0 && !mayGrow) return [to - over, to];
  return [to - over - pieceLinks, to - over];
}

/**
 * The links of a part that go next, the newest first, but those at the part's beginning before all others: without them no other
 * one can be played. The newest wait until they fill a piece.
 */
function newestOf(part: PartFacts, { done, refused }: Progress): Range | null {
  const ranges = missing(having(part.id, done, refused), part.count);
  const [first] = ranges;
  if (first?.[0] === 0) {
    const head: Range = [0, Math.min(first[1], soundLimits.pieceLinks)];
    return isComplete(part, head) ? head : null;
  }
  const last = ranges.findLast((range) => isComplete(part, range));
  return last === undefined ? null : newestPiece(part, last);
}

/** The hashes that go before the sound: of the newest links of which the server has nothing. */
function hashesOf(progress: Progress, parts: readonly PartFacts[]): Cover | null {
  const { done, hashed, refused } = progress;
  const waiting = parts.map(({ id, count }) => lengthOf(missing(having(id, done, refused), count)));
  const pieces = waiting.reduce((sum, links) => sum + links, 0) / soundLimits.pieceLinks;
  if (pieces <= soundLimits.waitingPieces) return null;
  for (const part of [...parts].reverse()) {
    const ranges = missing(having(part.id, done, hashed), part.count);
    const last = ranges.findLast((range) => isComplete(part, range));
    if (last === undefined) continue;
    const from = Math.max(last[0], last[1] - soundLimits.hashesLinks);
    return { part: part.id, range: [from, last[1]] };
  }
  return null;
}

/** What is sent next. A piece that has its number is sent before its kind gives out another one. */
export type Wanted =
  | { readonly type: "numbered"; readonly kind: PieceKind; readonly piece: Numbered }
  | { readonly type: "new"; readonly kind: PieceKind; readonly cover: Cover };

/** What is to be sent next of a recording with these parts, in their order; null where nothing is. */
export function nextToSend(progress: Progress, parts: readonly PartFacts[]): Wanted | null {
  const { open } = progress;
  if (open.hashes !== null) return { type: "numbered", kind: "hashes", piece: open.hashes };
  const hashes = hashesOf(progress, parts);
  if (hashes !== null) return { type: "new", kind: "hashes", cover: hashes };
  if (open.sound !== null) return { type: "numbered", kind: "sound", piece: open.sound };
  for (const part of [...parts].reverse()) {
    const range = newestOf(part, progress);
    if (range !== null) return { type: "new", kind: "sound", cover: { part: part.id, range } };
  }
  return null;
}

/** What counts of a link for how many fit into one piece. */
interface Sized {
  readonly seq: number;
  readonly mono: number;
  readonly length: number;
}

/**
 * How many of the links fit into one piece of sound: those next to what is known already, which are the first ones where the piece
 * begins its part, and the last ones else. None where a link alone is too large.
 */
export function fitting(links: readonly Sized[], { range: [from, to] }: Cover): Range {
  const { pieceBytes, pieceSpanMs } = soundLimits;
  const isHead = from === 0;
  const order = isHead ? links : [...links].reverse();
  const [first] = order;
  let bytes = 0;
  const fit = order.filter(({ mono, length }) => {
    bytes += length;
    return bytes <= pieceBytes && Math.abs(mono - (first?.mono ?? mono)) <= pieceSpanMs;
  });
  const edge = fit.at(-1);
  if (edge === undefined) return isHead ? [from, from] : [to, to];
  const isAll = fit.length === links.length;
  if (isHead) return [from, isAll ? to : edge.seq + 1];
  return [isAll ? from : edge.seq, to];
}

const inRanges = (ranges: Ranges, { part, range }: Cover): Ranges => ({
  ...ranges,
  [part]: withRange(ranges[part] ?? [], range),
});

/** A piece gets its number. */
export function numbered(progress: Progress, kind: PieceKind, cover: Cover): Progress {
  const { open, next } = progress;
  if (open[kind] !== null) return progress;
  const piece = { ...cover, seq: next[kind] };
  return {
    ...progress,
    open: { ...open, [kind]: piece },
    next: { ...next, [kind]: next[kind] + 1 },
  };
}

const closed = (progress: Progress, kind: PieceKind, seq: number): Progress =>
  progress.open[kind]?.seq === seq
    ? { ...progress, open: { ...progress.open, [kind]: null } }
    : progress;

/** The server has these links under the number `seq`. */
export function stored(progress: Progress, kind: PieceKind, { seq, ...cover }: Numbered): Progress {
  const rest = closed(progress, kind, seq);
  return kind === "sound"
    ? { ...rest, done: inRanges(rest.done, cover) }
    : { ...rest, hashed: inRanges(rest.hashed, cover) };
}

/** The server does not take these links, or the phone has them no more. */
export function refused(
  progress: Progress,
  kind: PieceKind,
  { seq, ...cover }: Numbered,
): Progress {
  const rest = closed(progress, kind, seq);
  return kind === "sound"
    ? { ...rest, refused: inRanges(rest.refused, cover) }
    : { ...rest, hashed: inRanges(rest.hashed, cover) };
}

/** Another piece has the number `seq`: its links are sent again under another one. */
export function renumbered(progress: Progress, kind: PieceKind, seq: number): Progress {
  return closed(progress, kind, seq);
}

/** The last link up to which the server has everything from the beginning on; null where there is none. */
export function storedUntil(
  { done }: Pick<Progress, "done">,
  parts: readonly PartFacts[],
): { readonly part: string; readonly link: number } | null {
  let last: { readonly part: string; readonly link: number } | null = null;
  for (const { id, count } of parts) {
    const [range] = done[id] ?? [];
    const end = range?.[0] === 0 ? Math.min(range[1], count) : 0;
    if (end > 0) last = { part: id, link: end - 1 };
    if (end < count) return last;
  }
  return last;
}

/** What became of a request that the server did not answer as it should. */
export interface Failure {
  /** Null without an answer. */
  readonly status: number | null;
  /** After how many seconds the server wants to be asked again; null where it does not say. */
  readonly retryAfter: number | null;
}

/** The first and the longest wait after a failure, in milliseconds: without an answer the line may be back at any moment. */
const WAITS: Readonly<Record<number, Range>> = {
  404: [30_000, 600_000],
  410: [30_000, 600_000],
  429: [10_000, 120_000],
  507: [60_000, 600_000],
};
const SHORT: Range = [1_000, 30_000];

/** How long to wait after the failure with this number in a row, counted from 1, in milliseconds. */
export function waitAfter({ status, retryAfter }: Failure, failures: number): number {
  const [first, longest] = WAITS[status ?? 0] ?? SHORT;
  const own = Math.min(first * 2 ** (failures - 1), longest);
  return Math.min(Math.max(own, (retryAfter ?? 0) * 1_000), 3_600_000);
}
