/** The endpoints of sound copies. A copy is found by a token, and no cookie is sent, so that nothing joins it to a device or another copy. */
import * as v from "valibot";
import * as endpoints from "#content/endpoints.ts";
import { type Bytes, toBase64url } from "#seal/bytes.ts";
import { tokenHash } from "#seal/keys.ts";
import type { PieceKind } from "#seal/sound-piece.ts";
import { requestBytes, requestWithToken } from "./client.ts";

const stored = v.object({ at: v.number() });

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
  signal?: AbortSignal,
): Promise<void> {
  const body = {
    writeHash: await tokenHash(write),
    readHash: await tokenHash(read),
    recovery: recovery && {
      findHash: await tokenHash(recovery.find),
      sealedKey: toBase64url(recovery.sealedKey),
    },
  };
  const ending = signal === undefined ? {} : { signal };
  await requestWithToken(endpoints.watchSounds, owner, { method: "POST", body, ...ending });
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
  body: Bytes,
  signal?: AbortSignal,
): Promise<number> {
  const ending = signal === undefined ? {} : { signal };
  const answer = await requestWithToken(pathOf(place), write, { method: "PUT", body, ...ending });
  return v.parse(stored, answer).at * 1000;
}

/** The sealed bytes of a piece. */
export function getPiece(read: string, place: PiecePlace, signal?: AbortSignal): Promise<Bytes> {
  return requestBytes(pathOf(place), read, signal);
}

/** Deletes a copy, which the server refuses until a day after its newest piece. */
export async function deleteCopy(write: string): Promise<void> {
  await requestWithToken(endpoints.watchSounds, write, { method: "DELETE" });
}
