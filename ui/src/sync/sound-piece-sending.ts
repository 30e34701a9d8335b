/** Sends one piece of a recording: its number is on the disk before it leaves, and what became of it afterwards. */
import { ApiError } from "#api/client.ts";
import { isUnknown } from "#api/sound-requests.ts";
import { getPiece, putPiece } from "#api/sounds.ts";
import { isRefused } from "#api/watches.ts";
import { soundLimits } from "#content/sound-limits.ts";
import { wallTime } from "#platform/clock.ts";
import { withDeadline } from "#platform/deadline.ts";
import { reportFailure } from "#platform/report.ts";
import type { Bytes } from "#seal/bytes.ts";
import type { SoundKeys } from "#seal/keys.ts";
import { openPiece, type Piece, type PieceKind, sealPiece } from "#seal/sound-piece.ts";
import { type ChunkRow, findRecording, someChunks } from "#store/app-database.ts";
import { changeCopy, type SoundCopy } from "#store/guardians/sound-copies.ts";
import { timeOfLink } from "./sound-parts.ts";
import {
  type Cover,
  fitting,
  type Numbered,
  numbered,
  type PartFacts,
  type Progress,
  refused,
  renumbered,
  stored,
  storedUntil,
  type Wanted,
} from "./sound-rules.ts";

/** What sending a piece needs besides the piece. */
interface Sending {
  readonly copy: SoundCopy;
  readonly keys: SoundKeys;
  readonly parts: readonly PartFacts[];
  /** Runs a request, which ends when something comes that goes first. */
  readonly yielding: <T>(request: (signal: AbortSignal) => Promise<T>) => Promise<T>;
}

/** The piece that was sealed last: the server takes the same bytes again where its answer was lost. */
let last: { readonly name: string; readonly bytes: Bytes } | null = null;

const nameOf = ({ write }: SoundCopy, kind: PieceKind, { seq, part, range }: Numbered) =>
  [write, kind, seq, part, ...range].join(" ");

const linksOf = ({ part, range: [from, to] }: Cover): Promise<ChunkRow[]> =>
  someChunks(part, from, to - from).then((all) => all.filter(({ seq }) => seq < to));

const change = ({ copy }: Sending, next: (before: Progress) => Progress) =>
  changeCopy(copy.emergency, (before) => ({
    ...before,
    progress: next(before.progress),
  }));

/** Notes the number of a new piece, as large as it may be; null where none of its links can be sent. */
async function number(sending: Sending, kind: PieceKind, cover: Cover): Promise<Numbered | null> {
  const { part } = cover;
  let { range } = cover;
  if (kind === "sound") {
    const links = await linksOf(cover);
    const sized = links.map(({ seq, mono, bytes }) => ({ seq, mono, length: bytes.byteLength }));
    range = fitting(sized, cover);
    if (range[0] === range[1]) {
      // Nothing is there, or the link beside what is known is too large.
      const at = cover.range[0] === 0 ? links[0]?.seq : links.at(-1)?.seq;
      const lost: Cover = { part, range: at === undefined ? cover.range : [at, at + 1] };
      await change(sending, (before) => refused(before, kind, { ...lost, seq: -1 }));
      return null;
    }
  }
  const kept = await change(sending, (before) => numbered(before, kind, { part, range }));
  return kept?.progress.open[kind] ?? null;
}

/** What a piece says; null where the phone has nothing of it any more. */
async function contentOf(kind: PieceKind, cover: Cover): Promise<Piece | null> {
  const row = await findRecording(cover.part);
  const links = await linksOf(cover);
  if (row === undefined || links.length === 0) return null;
  const { id, part, mimeType, previousHead } = row;
  return {
    part: { id, number: part, mimeType, previousHead },
    links: links.map(({ seq, kind: of, at, mono, bytes, sha256, chain }) => ({
      ...{ seq, kind: of, at, mono, length: bytes.byteLength, sha256, chain },
    })),
    bytes: kind === "sound" ? links.map(({ bytes }) => new Uint8Array(bytes)) : null,
  };
}

async function sealed(
  { copy, keys }: Sending,
  kind: PieceKind,
  piece: Numbered,
): Promise<Bytes | null> {
  const name = nameOf(copy, kind, piece);
  if (last?.name === name) return last.bytes;
  const content = await contentOf(kind, piece);
  if (content === null) return null;
  const bytes = await sealPiece(keys.seal, kind, piece.seq, content);
  last = { name, bytes };
  return bytes;
}

/** The links that the server has under a number, in what it gives back; null where that is no piece of this copy. */
async function coverThere({ keys, yielding }: Sending, kind: PieceKind, seq: number) {
  const bytes = await yielding((signal) =>
    withDeadline(
      soundLimits.pieceMs,
      (ending) => getPiece(keys.read, { kind, seq }, ending),
      signal,
    ),
  ).catch((error: unknown) => {
    if (isUnknown(error)) return null;
    throw error;
  });
  const piece = bytes && (await openPiece(keys.seal, kind, seq, bytes));
  const [first, end] = [piece?.links[0], piece?.links.at(-1)];
  if (!piece || first === undefined || end === undefined) return null;
  return { part: piece.part.id, range: [first.seq, end.seq + 1] } satisfies Cover;
}

/** Notes that the server has a piece; `at` is when it got it, epoch milliseconds. */
async function noteStored(
  sending: Sending,
  kind: PieceKind,
  piece: Numbered,
  at: number,
): Promise<void> {
  const { copy, parts } = sending;
  const progress = stored(copy.progress, kind, piece);
  const until = storedUntil(progress, parts);
  const time = until && (await timeOfLink(until.part, until.link));
  await changeCopy(copy.emergency, (before) => ({
    ...before,
    progress: stored(before.progress, kind, piece),
    storedUntil: time ?? before.storedUntil,
    newestAt: Math.max(at, before.newestAt ?? 0),
  }));
}

/** What follows when the server does not take a piece; rejects where it is to be tried again later. */
async function settle(sending: Sending, kind: PieceKind, piece: Numbered, error: unknown) {
  if (error instanceof ApiError && error.status === 409) {
    // An answer was lost, and the page with it; or the disk had forgotten the number.
    const there = await coverThere(sending, kind, piece.seq);
    if (there === null) await change(sending, (before) => renumbered(before, kind, piece.seq));
    // When it got the piece it does not say; now is not too early.
    else await noteStored(sending, kind, { ...there, seq: piece.seq }, wallTime());
    return;
  }
  if (!isRefused(error)) throw error;
  reportFailure("The server refused a piece of sound", error);
  await change(sending, (before) => refused(before, kind, piece));
}

/** Sends what is to be sent next; false where something came that goes first. Rejects where it has to wait. */
export async function sendPiece(sending: Sending, next: Wanted): Promise<boolean> {
  const { copy, yielding } = sending;
  const { kind } = next;
  const piece = next.type === "numbered" ? next.piece : await number(sending, kind, next.cover);
  if (piece === null) return true;
  const bytes = await sealed(sending, kind, piece);
  if (bytes === null) {
    await change(sending, (before) => refused(before, kind, piece));
    return true;
  }
  let isHeld = false;
  try {
    const at = await yielding((held) => {
      held.addEventListener("abort", () => {
        isHeld = true;
      });
      const put = (signal: AbortSignal) =>
        putPiece(copy.write, { kind, seq: piece.seq }, bytes, signal);
      return withDeadline(soundLimits.pieceMs, put, held);
    });
    await noteStored(sending, kind, piece, at);
  } catch (error) {
    if (isHeld) return false;
    await settle(sending, kind, piece, error);
  }
  return true;
}
