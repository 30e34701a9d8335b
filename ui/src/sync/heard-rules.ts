/** What is here of an emergency's sound: until when, what is missing, and what can be played. Pure. */
import type { PieceKind, PieceLink } from "#seal/sound-piece.ts";

/** A link of a part; its sound is null where only its hashes are here. */
export interface HeardLink extends PieceLink {
  readonly sound: Blob | null;
  /** When the server got it, in epoch milliseconds by its clock. */
  readonly receivedAt: number;
}

/** A part of the recording, as far as it is here. */
export interface HeardPart {
  readonly id: string;
  readonly number: number;
  readonly mimeType: string;
  readonly previousHead: string;
  readonly links: ReadonlyMap<number, HeardLink>;
}

/** Why something was refused. */
export type Flaw =
  /** It does not open: it is not as it was sealed. */
  | "altered"
  /** It was sealed under another number, which nothing else has here. */
  | "moved"
  /** It is another piece once more. */
  | "repeated"
  /** It is of another emergency. */
  | "of another emergency"
  /** A second does not fit its digest or the chain. */
  | "does not fit the chain"
  /** A second is here already, and says something else. */
  | "contradicts what came before"
  /** The server said that it had it, and does not have it any more. */
  | "gone";

/** A piece that was refused. */
export interface Refused {
  readonly kind: PieceKind;
  readonly seq: number;
  readonly flaw: Flaw;
}

/** What is known of an emergency's sound. */
export interface Heard {
  /** In their order. */
  readonly parts: readonly HeardPart[];
  readonly refused: readonly Refused[];
}

/** Time of which no sound is here, by the phone's clock, epoch milliseconds. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

const inOrder = ({ links }: HeardPart): readonly HeardLink[] =>
  [...links.values()].sort((a, b) => a.seq - b.seq);

/** Sound that can be played in one go: of one part, without a gap from its beginning on. */
export interface Stretch {
  readonly part: HeardPart;
  readonly links: readonly HeardLink[];
}

/** The beginning of a part, without which nothing of it can be played, and what follows it without a gap. */
function beginningOf(part: HeardPart): readonly HeardLink[] {
  const links: HeardLink[] = [];
  for (let seq = 0; ; seq += 1) {
    const link = part.links.get(seq);
    if (link === undefined || link.sound === null) return links;
    links.push(link);
  }
}

/** What can be played from the beginning on, part by part. A part's later sound waits for what is missing before it. */
export function stretches({ parts }: Pick<Heard, "parts">): readonly Stretch[] {
  return parts
    .map((part) => ({ part, links: beginningOf(part) }))
    .filter(({ links }) => links.some(({ kind }) => kind === "sound"));
}

/** The sound of a stretch as a file. */
export function fileOf({ part, links }: Stretch): Blob {
  const sound = links.flatMap((link) => (link.kind === "sound" ? (link.sound ?? []) : []));
  return new Blob(sound, { type: part.mimeType });
}

/** How far a player got that follows the newest sound. */
export interface Cursor {
  readonly part: number;
  readonly seq: number;
}

/** The seconds of sound that are here, in their order. */
const soundIn = (part: HeardPart) =>
  inOrder(part).filter(({ kind, sound }) => kind === "sound" && sound !== null);

/** A second for a player, and whether it begins a file, follows the one before it, or comes after something that is missing. */
export interface Fed {
  readonly link: HeardLink;
  readonly how: "begins" | "follows" | "after a gap";
}

/**
 * What a player of the newest sound gets next: where it begins, the part's head and its last `seconds`, and then whatever is new. What
 * is missing is left out.
 */
export function toFeed(
  { parts }: Pick<Heard, "parts">,
  cursor: Cursor | null,
  seconds: number,
): { readonly part: HeardPart; readonly fed: readonly Fed[]; readonly cursor: Cursor } | null {
  const part = stretches({ parts }).at(-1)?.part;
  if (part === undefined) return null;
  const all = soundIn(part);
  const last = all.at(-1);
  if (last === undefined) return null;
  const isNewest = ({ at }: HeardLink, index: number) =>
    index === 0 || at > last.at - 1_000 * seconds;
  const isSame = cursor?.part === part.number;
  const known = isSame ? cursor.seq : -1;
  const links = all.filter((link, index) => link.seq > known && (isSame || isNewest(link, index)));
  const fed = links.map((link, index): Fed => {
    if (link === all[0]) return { link, how: "begins" };
    const before = links[index - 1]?.seq ?? known;
    return { link, how: link.seq === before + 1 ? "follows" : "after a gap" };
  });
  return { part, fed, cursor: { part: part.number, seq: last.seq } };
}

/** The newest second that is here, and when the server got it; null before the first one. */
export function newest({ parts }: Pick<Heard, "parts">): { at: number; receivedAt: number } | null {
  const all = parts
    .flatMap(inOrder)
    .filter(({ kind, sound }) => kind === "sound" && sound !== null);
  const last = all.reduce<HeardLink | null>((a, b) => (a === null || b.at >= a.at ? b : a), null);
  return last && { at: last.at, receivedAt: last.receivedAt };
}

/** Up to when everything from the beginning on is here, by the phone's clock; null where the beginning is not. */
export function heldUntil({ parts }: Pick<Heard, "parts">): number | null {
  let last: HeardLink | null = null;
  for (const part of parts) {
    const follows = last === null ? part.number === 1 : part.previousHead === last.chain;
    if (!follows) break;
    last = beginningOf(part).at(-1) ?? last;
  }
  return last?.at ?? null;
}

/** The gaps in one part: between seconds of which the sound is here, and up to those of which only the hashes are. */
function gapsIn(part: HeardPart): Gap[] {
  const all = inOrder(part);
  const links = all.filter(({ sound }) => sound !== null);
  const between = links.flatMap((link, index) => {
    const before = links[index - 1];
    return before === undefined || link.seq === before.seq + 1
      ? []
      : [{ from: before.at, to: link.at }];
  });
  const [last, end] = [links.at(-1), all.at(-1)];
  const isCutOff = last !== undefined && end !== undefined && end.seq > last.seq;
  return isCutOff ? [...between, { from: last.at, to: end.at }] : between;
}

/** What is missing: within parts, and between them where one does not follow the other. */
export function gaps({ parts }: Pick<Heard, "parts">): readonly Gap[] {
  return parts.flatMap((part, index) => {
    const before = parts[index - 1];
    const last = before && inOrder(before).findLast(({ sound }) => sound !== null);
    const first = inOrder(part).find(({ sound }) => sound !== null);
    const isJoined = last === undefined || (part.previousHead === last.chain && first?.seq === 0);
    const between = !isJoined && last && first ? [{ from: last.at, to: first.at }] : [];
    return [...between, ...gapsIn(part)];
  });
}
