/** A player that gets its sound second by second (Media Source Extensions). */
import { oneAtATime } from "#platform/one-at-a-time.ts";

/**
 * Whether this browser plays sound of a type in that way. Only WebM: what is missing can be left out there at the next cluster, where each
 * block says its time anew.
 */
export function canFeed(mimeType: string): boolean {
  const isKnown = typeof MediaSource !== "undefined" && MediaSource.isTypeSupported(mimeType);
  return isKnown && mimeType.startsWith("audio/webm");
}

/** Some sound, and whether it begins a file, follows what was added before, or comes after something that is missing. */
interface FedSound {
  readonly sound: Blob;
  readonly how: "begins" | "follows" | "after a gap";
  readonly mimeType: string;
}

/** A player that is fed. */
export interface SoundFeed {
  /** Adds sound behind what is there. */
  readonly add: (sound: readonly FedSound[]) => void;
  readonly stop: () => void;
}

/** How far behind the play head sound is forgotten, and how much of the first sound is heard, in seconds. */
const BEHIND_S = 30;
const FIRST_S = 4;

/** The first bytes of a WebM cluster (RFC 9559, section 5.1.3). */
const CLUSTER = [0x1f, 0x43, 0xb6, 0x75];

/** Where the first cluster begins in some bytes; -1 where none does. */
export function clusterAt(bytes: Uint8Array): number {
  return bytes.findIndex((_, at) => CLUSTER.every((byte, index) => bytes[at + index] === byte));
}

/** Where the sound that a buffer has ends, in seconds. */
const endOf = ({ buffered }: SourceBuffer) =>
  buffered.length > 0 ? buffered.end(buffered.length - 1) : 0;

/** Does something to a buffer; resolves when it is done. */
function updated(buffer: SourceBuffer, update: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    buffer.addEventListener("updateend", () => resolve(), { once: true });
    buffer.addEventListener("error", reject, { once: true });
    update();
  });
}

/** Hands sound to a player, no further ahead of what is heard than it needs. */
function feeding(audio: HTMLAudioElement, begunAs: string, aheadSeconds: number) {
  let queue: readonly FedSound[] = [];
  let [type, isBegun, isSeeking, isFirst] = [begunAs, false, false, true];
  /** The bytes that can be appended; null while there are none after a gap. */
  const bytesOf = async ({ sound, how }: FedSound): Promise<Uint8Array<ArrayBuffer> | null> => {
    const bytes = new Uint8Array(await sound.arrayBuffer());
    if (how === "begins") isSeeking = false;
    if (how === "after a gap") isSeeking = true;
    const from = isSeeking ? clusterAt(bytes) : 0;
    return from < 0 ? null : bytes.subarray(from);
  };
  const append = async (buffer: SourceBuffer, next: FedSound, bytes: Uint8Array<ArrayBuffer>) => {
    // What was begun before the gap, or in the file before, is over.
    if (isBegun && (isSeeking || next.how === "begins")) buffer.abort();
    if (next.mimeType !== type) buffer.changeType(next.mimeType);
    [type, isBegun, isSeeking] = [next.mimeType, true, false];
    await updated(buffer, () => buffer.appendBuffer(bytes));
    const old = audio.currentTime - BEHIND_S;
    if (old > BEHIND_S) await updated(buffer, () => buffer.remove(0, old));
  };
  return {
    add: (sound: readonly FedSound[]) => {
      queue = [...queue, ...sound];
    },
    /** Hands over what is due. */
    go: async (buffer: SourceBuffer, isOver: () => boolean): Promise<void> => {
      for (;;) {
        const [next] = queue;
        if (next === undefined || endOf(buffer) - audio.currentTime > aheadSeconds) break;
        queue = queue.slice(1);
        const bytes = await bytesOf(next);
        if (isOver()) return;
        if (bytes !== null) await append(buffer, next, bytes);
      }
      const end = endOf(buffer);
      if (isFirst && end > FIRST_S) audio.currentTime = end - FIRST_S;
      if (end > 0) isFirst = false;
    },
  };
}

/**
 * Must be called at the tap, as browsers want it. Sound is played in the order in which it comes, whatever times it has: what is missing
 * makes no silence. Of what is there at first only the last seconds are heard. `onFailure` is called at most once.
 */
export function openFeed(mimeType: string, aheadSeconds: number, onFailure: () => void): SoundFeed {
  const audio = new Audio();
  const media = new MediaSource();
  const url = URL.createObjectURL(media);
  const { add, go } = feeding(audio, mimeType, aheadSeconds);
  let buffer: SourceBuffer | null = null;
  let isOver = false;
  const stop = () => {
    isOver = true;
    audio.pause();
    URL.revokeObjectURL(url);
  };
  const fail = () => {
    if (isOver) return;
    stop();
    onFailure();
  };
  const pump = oneAtATime(async () => {
    if (buffer !== null && !isOver) await go(buffer, () => isOver).catch(fail);
  });
  media.addEventListener("sourceopen", () => {
    try {
      buffer = media.addSourceBuffer(mimeType);
      buffer.mode = "sequence";
      pump();
    } catch {
      fail();
    }
  });
  audio.addEventListener("timeupdate", pump);
  audio.addEventListener("error", fail);
  audio.src = url;
  audio.play().catch(fail);
  return {
    add: (sound) => {
      add(sound);
      pump();
    },
    stop,
  };
}
