/** The sounds of a recording, as they are played and downloaded. */
import type { LoadedSound } from "#platform/sound/playback.ts";
import { soundLength } from "#store/evidence/media-length.ts";
import { playableSound } from "#store/evidence/playable-sound.ts";
import { recordingsRecord } from "#store/evidence/recordings.ts";
import { type PieceKeeper, pieceKeeper } from "#store/evidence/sound-pieces.ts";
import type { RecordedPart, RecordingEntry } from "./recording-list.ts";

/** A part's sound. */
interface PartSound {
  readonly part: RecordedPart;
  readonly sound: Blob;
}

/** The sound of a part, from the database and its copies or from the local list. */
async function soundOf({ id }: RecordedPart, keep: PieceKeeper["keep"]): Promise<Blob> {
  const kept = await playableSound(id, keep).catch(() => null);
  if (kept !== null) return kept;
  const copy = recordingsRecord.read().find((one) => one.id === id)?.audioBlob;
  const blob = copy ? dataUrlBlob(copy) : null;
  if (blob === null || soundLength()(await blob.arrayBuffer()) === 0) {
    throw new Error("The part has no sound.");
  }
  return blob;
}

/** The sound of one part, for as long as it is played. Rejects when it cannot be read, or `signal` ends that. */
export async function playedSound(part: RecordedPart, signal: AbortSignal): Promise<LoadedSound> {
  const keeper = pieceKeeper();
  const keep = (piece: Blob) => {
    signal.throwIfAborted();
    return keeper.keep(piece);
  };
  try {
    return { sound: await soundOf(part, keep), forget: keeper.forget };
  } catch (error) {
    keeper.forget();
    throw error;
  }
}

/**
 * The sounds of all parts that are listed, and the places of those that could not be read; `forget` when they are needed no
 * more. Rejects when none can be read.
 */
export async function soundsOf({ sounding }: RecordingEntry): Promise<{
  readonly sounds: readonly PartSound[];
  readonly missing: readonly number[];
  readonly forget: () => void;
}> {
  const keeper = pieceKeeper();
  const sounds: PartSound[] = [];
  const missing: number[] = [];
  // One after the other: each is read a few seconds at a time.
  for (const [place, part] of sounding.entries()) {
    const sound = await soundOf(part, keeper.keep).catch(() => null);
    if (sound === null) missing.push(place);
    else sounds.push({ part, sound });
  }
  if (sounds.length === 0) {
    keeper.forget();
    throw new Error("The recording has no sound.");
  }
  return { sounds, missing, forget: keeper.forget };
}

/** The blob of a base64 data URL, or null for any other text. */
function dataUrlBlob(text: string): Blob | null {
  const match = /^data:([^,]*);base64,(.+)$/s.exec(text);
  if (match === null) return null;
  try {
    const binary = atob(match[2] ?? "");
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return new Blob([bytes], { type: match[1] ?? "" });
  } catch {
    return null;
  }
}
