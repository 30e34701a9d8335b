/** A player that gets its sound second by second (Media Source Extensions). */
import { oneAtATime } from "./one-at-a-time.ts";

/** Whether this browser plays sound of a type in that way. */
export function canFeed(mimeType: string): boolean {
  return typeof MediaSource !== "undefined" && MediaSource.isTypeSupported(mimeType);
}

/** A player that is fed. */
export interface SoundFeed {
  /** Adds sound behind what is there; the first of it holds a file's header. */
  readonly add: (sound: readonly Blob[], mimeType: string) => void;
  readonly stop: () => void;
}

/** How far behind the play head sound is forgotten, in seconds. */
const BEHIND_S = 30;

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
  let queue: readonly { readonly sound: Blob; readonly mimeType: string }[] = [];
  let [type, isBegun] = [begunAs, false];
  return {
    add: (sound: readonly Blob[], mimeType: string) => {
      queue = [...queue, ...sound.map((one) => ({ sound: one, mimeType }))];
    },
    /** Hands over what is due. */
    go: async (buffer: SourceBuffer, isOver: () => boolean): Promise<void> => {
      for (;;) {
        const [next] = queue;
        if (next === undefined || endOf(buffer) - audio.currentTime > aheadSeconds) return;
        queue = queue.slice(1);
        const bytes = await next.sound.arrayBuffer();
        if (isOver()) return;
        if (next.mimeType !== type) buffer.changeType(next.mimeType);
        type = next.mimeType;
        await updated(buffer, () => buffer.appendBuffer(bytes));
        if (!isBegun && queue.length > 0) audio.currentTime = endOf(buffer);
        isBegun = true;
        const old = audio.currentTime - BEHIND_S;
        if (old > BEHIND_S) await updated(buffer, () => buffer.remove(0, old));
      }
    },
  };
}

/**
 * Must be called at the tap, as browsers want it. Sound is played in the order in which it comes, whatever times it has: what is missing
 * makes no silence. Where more follows at once, what was added first is not heard: it holds the header and is old. `onFailure` is called
 * at most once.
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
    add: (sound, of) => {
      add(sound, of);
      pump();
    },
    stop,
  };
}
