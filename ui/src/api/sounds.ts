/** The endpoints of sound copies. A copy is found by a token, and no cookie is sent, so that nothing joins it to a device or another copy. */
import * as v from "valibot";
import * as endpoints from "#content/endpoints.ts";
import { inTime } from "#platform/deadline.ts";
import { type Bytes, fromBase64url, toBase64url } from "#seal/bytes.ts";
import { tokenHash } from "#seal/keys.ts";
import type { PieceKind } from "#seal/sound-piece.ts";
import { newsQuery } from "./client.ts";
import { isUnknown, requestSound } from "./sound-requests.ts";
import { TOKEN_REQUEST_MS } from "./token-request.ts";

const time = v.number();
const stored = v.object({ at: time });
const listed = v.object({
  kind: v.picklist(["hashes", "sound"]),
  seq: v.number(),
  /** Bytes, as sealed. */
  size: v.number(),
  at: time,
});
const list = v.object({ pieces: v.array(listed), after: v.number(), now: time });

const recovered = v.object({ sealedKey: v.string() });

/** What a new copy needs besides the link under which it is made. */
export interface NewCopy {
  readonly write: string;
  readonly read: string;
  /** The token under which the sealed secret is found again, by a recovery phrase. */
  readonly recovery: { readonly find: string; readonly sealedKey: Bytes } | null;
}

/** Makes a copy under the link with the person's token; the same request again is no error. */
export async function makeCopy(
  owner: string,
  { write, read, recovery }: NewCopy,
  signal: AbortSignal,
): Promise<void> {
  const json = {
    writeHash: await tokenHash(write),
    readHash: await tokenHash(read),
    recovery: recovery && {
      findHash: await tokenHash(recovery.find),
      sealedKey: toBase64url(recovery.sealedKey),
    },
  };
  await requestSound(endpoints.watchSounds, owner, { method: "POST", body: { json }, signal });
}

/** Where a piece is. */
interface PiecePlace {
  readonly kind: PieceKind;
  readonly seq: number;
}

const pathOf = ({ kind, seq }: PiecePlace) =>
  endpoints.withParameter(endpoints.withParameter(endpoints.watchPiece, kind), `${seq}`);

/** Stores a piece, once; resolves to the server's time of it, in epoch milliseconds. */
export async function putPiece(
  write: string,
  place: PiecePlace,
  bytes: Bytes,
  signal: AbortSignal,
): Promise<number> {
  const request = { method: "PUT", body: { bytes }, signal } as const;
  const answer = await requestSound(pathOf(place), write, request);
  return v.parse(stored, await answer.json()).at * 1000;
}

/** A piece that the server has; `at` is when it got it, in epoch milliseconds by its clock. */
export type ListedPiece = v.InferOutput<typeof listed>;

/** What the server has of a copy. */
export interface PieceList {
  readonly pieces: readonly ListedPiece[];
  /** What to ask for the next time. */
  readonly after: number;
}

/** Reads which pieces came behind `after`, at most 500, in the order in which they were stored; -1 for all. */
export async function listPieces(
  read: string,
  { after, isPatient }: { readonly after: number; readonly isPatient: boolean },
  signal: AbortSignal,
): Promise<PieceList> {
  const query = newsQuery(after, isPatient);
  const answer = await requestSound(`${endpoints.watchPieces}?${query}`, read, { signal });
  const known = v.parse(list, await answer.json());
  return {
    pieces: known.pieces.map((piece) => ({ ...piece, at: piece.at * 1000 })),
    after: known.after,
  };
}

/** The sealed bytes of a piece. */
export async function getPiece(
  read: string,
  place: PiecePlace,
  signal: AbortSignal,
): Promise<Bytes> {
  const answer = await requestSound(pathOf(place), read, { signal });
  return new Uint8Array(await answer.arrayBuffer());
}

/** The sealed secret under a token of a recovery phrase; null where there is none. Rejects also when the answer takes too long. */
export async function findCopy(find: string): Promise<Bytes | null> {
  // With the body, which may stop coming.
  const ask = async (signal: AbortSignal) =>
    (await requestSound(endpoints.watchRecovery, find, { signal })).json();
  try {
    const answer = await inTime(TOKEN_REQUEST_MS, ask);
    return fromBase64url(v.parse(recovered, answer).sealedKey);
  } catch (error) {
    if (isUnknown(error)) return null;
    throw error;
  }
}

/**
 * Deletes a copy, which the server refuses until a day after its newest piece. One that it has no more is no error: the answer to an
 * earlier request may have been lost. Rejects also when the answer takes too long.
 */
export async function deleteCopy(write: string): Promise<void> {
  const ask = (signal: AbortSignal) =>
    requestSound(endpoints.watchSounds, write, { method: "DELETE", signal });
  try {
    await inTime(TOKEN_REQUEST_MS, ask);
  } catch (error) {
    if (!isUnknown(error)) throw error;
  }
}
