/** A player that gets its sound second by second (Media Source Extensions). */
import { oneAtATime } from "#platform/one-at-a-time.ts";

/** An iPhone has the managed form alone (W3C Media Source Extensions 2, section 6). */
const sources = globalThis as {
  MediaSource?: typeof MediaSource;
  ManagedMediaSource?: typeof MediaSource;
};
const source = () => sources.MediaSource ?? sources.ManagedMediaSource;

/** Whether this browser plays sound of a type in that way. Only where what is missing can be left out: see `soundAt`. */
export function canFeed(mimeType: string): boolean {
  return startOf(mimeType) !== undefined && (source()?.isTypeSupported(mimeType) ?? false);
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

/** What sound can begin with after a gap: bytes, and how far behind the beginning they stand. */
interface Start {
  readonly bytes: readonly number[];
  readonly behind: number;
}

/** The ID of a WebM cluster, whose blocks say their time anew (RFC 9559, section 5.1.3). */
const CLUSTER: Start = { bytes: [0x1f, 0x43, 0xb6, 0x75], behind: 0 };
/** The name of an MP4 fragment's box, `moof`, which follows its length (ISO/IEC 14496-12, 4.2 and 8.8.4). */
const FRAGMENT: Start = { bytes: [0x6d, 0x6f, 0x6f, 0x66], behind: 4 };

function startOf(mimeType: string): Start | undefined {
  if (mimeType.startsWith("audio/webm")) return CLUSTER;
  return mimeType.startsWith("audio/mp4") ? FRAGMENT : undefined;
}

/** Where in some bytes of a type sound can begin after a gap; -1 where it cannot. */
export function soundAt(found: Uint8Array, mimeType: string): number {
  const start = startOf(mimeType);
  if (start === undefined) return -1;
  const { bytes, behind } = start;
  const at = found.findIndex(
    (_, from) => from >= behind && bytes.every((byte, index) => found[from + index] === byte),
  );
  return at < 0 ? -1 : at - behind;
}

/** What stands before the sound at the beginning of a file. */
function headOf(bytes: Uint8Array<ArrayBuffer>, mimeType: string): Uint8Array<ArrayBuffer> {
  const at = soundAt(bytes, mimeType);
  return at < 0 ? bytes : bytes.subarray(0, at);
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
  let head = new Uint8Array();
  /** The bytes that can be appended; null while there are none after a gap. */
  const bytesOf = async ({
    sound,
    how,
    mimeType,
  }: FedSound): Promise<Uint8Array<ArrayBuffer> | null> => {
    const bytes = new Uint8Array(await sound.arrayBuffer());
    if (how === "begins") isSeeking = false;
    if (how === "after a gap") isSeeking = true;
    const from = isSeeking ? soundAt(bytes, mimeType) : 0;
    return from < 0 ? null : bytes.subarray(from);
  };
  const append = (buffer: SourceBuffer, bytes: Uint8Array<ArrayBuffer>) =>
    updated(buffer, () => buffer.appendBuffer(bytes));
  const hand = async (buffer: SourceBuffer, next: FedSound, bytes: Uint8Array<ArrayBuffer>) => {
    const isCut = isSeeking && isBegun;
    // What was begun before the gap, or in the file before, is over.
    if (isBegun && (isSeeking || next.how === "begins")) buffer.abort();
    if (next.mimeType !== type) buffer.changeType(next.mimeType);
    if (next.how === "begins") head = headOf(bytes, next.mimeType);
    [type, isBegun, isSeeking] = [next.mimeType, true, false];
    // WebKitGTK forgets the head at an abort, and then takes no sound any more.
    if (isCut) await append(buffer, head);
    await append(buffer, bytes);
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
        if (bytes !== null) await hand(buffer, next, bytes);
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
  // A managed source opens for a player that stays on this device alone.
  audio.disableRemotePlayback = true;
  const Source = source() ?? MediaSource;
  const media = new Source();
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
