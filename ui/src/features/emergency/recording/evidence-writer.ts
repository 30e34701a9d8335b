/** Writes one part of an emergency's sound, chunk by chunk, and holds in memory what the disk would not take. */

import type { RecordingRow } from "#store/app-database.ts";
import { gapBytes, type SealedLink, seal } from "#store/evidence/evidence-chain.ts";
import type { SoundLength } from "#store/evidence/media-length.ts";
import type { Devices } from "../devices/devices.ts";
import { withTimeout } from "./waits.ts";

/** How a part begins. */
export interface PartPlan {
  readonly devices: Pick<
    Devices,
    "after" | "keepChunk" | "keepRecording" | "originalSound" | "runningTime" | "wallTime"
  >;
  readonly id: string;
  readonly mimeType: string;
  /** Wall clock at the first sound, epoch milliseconds. */
  readonly at: number;
  /** The monotonic clock at the first sound, milliseconds. */
  readonly mono: number;
  /** What interrupted the part before, or null for the first. */
  readonly gap: string | null;
  /** Reads what stands before this part in the chain; may be slow, sound waits in line meanwhile. */
  readonly before: () => Promise<{
    readonly emergencyEventId: string;
    readonly part: number;
    readonly head: string;
  }>;
  /** What reads from the bytes how much sound they hold. */
  readonly length: Promise<SoundLength>;
  /** Tells of each chunk, before the disk has it, whether it brought sound: a file's header is none. */
  readonly onHeard: (hasSound: boolean) => void;
  /** Tells after each write whether all of the part is on the disk; `sound` is there when it brought sound. */
  readonly onKept: (isKept: boolean, sound?: ChunkSound) => void;
}

/** What is known of a chunk's sound. */
export interface ChunkSound {
  /** Its loudest sample, 0 to 1; null when the browser does not measure. */
  readonly level: number | null;
}

/** How many bytes of a part's sound the disk has taken, and how many are only in memory; a header alone is no sound. */
export interface PartTally {
  readonly stored: number;
  readonly unsaved: number;
}

/** Takes the chunks of a part. */
export interface EvidenceWriter {
  readonly add: (chunk: Blob, at: number, mono: number, sound: ChunkSound) => void;
  /** Puts a sentence between two chunks; after the part's end it changes nothing. */
  readonly note: (sentence: string) => void;
  /** Ends the part after its last chunk; answers with its row, or null when nothing came. */
  readonly close: () => Promise<RecordingRow | null>;
  /** The whole part, from disk and memory together; null when there is no sound. */
  readonly whole: () => Promise<Blob | null>;
  /** Counts every byte that was added, in the moment in which it is asked. */
  readonly tally: () => PartTally;
  /** Whether any chunk brought sound. */
  readonly hasSound: () => boolean;
}

/**
 * A recorder gives a chunk each second. After a longer pause (milliseconds) sound may be missing within the part, and the file does
 * not say it: a device that sleeps stops the recorder, which then goes on as if nothing had happened.
 */
const LONGEST_PAUSE_MS = 5_000;

/** What is said of a pause before a chunk; the wall clock alone goes on while a device sleeps. Null where there was none. */
function pauseText(ms: number): string | null {
  if (ms <= LONGEST_PAUSE_MS) return null;
  const seconds = Math.round(ms / 1_000);
  return `No sound reached the app for ${seconds} seconds by the device's clock: the device slept, the app stood still, or the clock was set.`;
}

/** Runs works one after the other; a failure stops only its own. */
function inLine() {
  let line: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const result = line.then(work);
    line = result.catch(() => undefined);
    return result;
  };
}

async function firstRow(plan: PartPlan): Promise<RecordingRow> {
  const { emergencyEventId, part, head } = await plan.before();
  return {
    id: plan.id,
    emergencyEventId,
    part,
    mimeType: plan.mimeType,
    recordedAt: new Date(plan.at).toISOString(),
    duration: 0,
    bytes: 0,
    status: "recording",
    isProcessed: false,
    head,
    previousHead: head,
  };
}

/** A part's row with one more link; `ms` is how much sound the part then has, null when the link is about a gap. */
function grown(row: RecordingRow, link: SealedLink, ms: number | null): RecordingRow {
  if (ms === null) return { ...row, head: link.chain };
  const bytes = row.bytes + link.bytes.byteLength;
  return { ...row, head: link.chain, bytes, duration: ms / 1_000 };
}

/** A chunk, as it came and then as what was read of it: never both. */
interface Held {
  content: Blob | ArrayBuffer;
  readonly size: number;
  /** Null until it was read. */
  hasSound: boolean | null;
}

/** The chunks of a part by where they are: what was added is in memory until the disk has it. */
function chunksOf({ length, mono: begun, onHeard }: PartPlan) {
  const memory = new Set<Held>();
  let stored = { bytes: 0, hasSound: false };
  let hasSound = false;
  let [ms, isKnown] = [0, true];
  const measure = async (bytes: ArrayBuffer, mono: number) => {
    const known = (await length)(bytes);
    const before = ms;
    isKnown &&= known !== null;
    // A file that does not say how long it is lasts as long as it was recorded.
    ms = Math.max(ms, isKnown ? (known ?? 0) : mono - begun);
    return isKnown ? ms > before : bytes.byteLength > 0;
  };
  return {
    add: (chunk: Blob): Held => {
      const held: Held = { content: chunk, size: chunk.size, hasSound: null };
      memory.add(held);
      return held;
    },
    /** Reads a chunk; gives its bytes and how much sound the part has with it. */
    read: async (held: Held, mono: number) => {
      try {
        const bytes = await (held.content as Blob).arrayBuffer();
        held.content = bytes;
        held.hasSound = await measure(bytes, mono);
        hasSound ||= held.hasSound;
        onHeard(held.hasSound);
        return { bytes, ms };
      } catch (error) {
        isKnown = false;
        throw error;
      }
    },
    isStored: (held: Held) => {
      memory.delete(held);
      const isSound = stored.hasSound || held.hasSound === true;
      stored = { bytes: stored.bytes + held.size, hasSound: isSound };
    },
    inMemory: () => [...memory].map(({ content }) => content),
    hasSound: () => hasSound,
    tally: () => {
      const isSound = hasSound || [...memory].some((held) => held.hasSound === null);
      const unsaved = [...memory].reduce((sum, { size }) => sum + size, 0);
      return { stored: stored.hasSound ? stored.bytes : 0, unsaved: isSound ? unsaved : 0 };
    },
  };
}

/** The links of a part: sealed onto the chain, then on the disk, or in memory while the disk takes none. */
function chainOf(plan: PartPlan, onStored: (chunk: Held) => void) {
  const { devices } = plan;
  let row: RecordingRow | null = null;
  let seq = 0;
  let waiting: readonly {
    readonly row: RecordingRow;
    readonly link: SealedLink;
    readonly chunk: Held | null;
  }[] = [];
  const flush = async () => {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      await devices.keepChunk(next.row, { ...next.link, recordingId: plan.id });
      waiting = waiting.slice(1);
      if (next.chunk !== null) onStored(next.chunk);
    }
  };
  const write = async (
    bytes: ArrayBuffer,
    { at, mono, ms }: { at: number; mono: number; ms: number | null },
    chunk: Held | null = null,
    sound?: ChunkSound,
  ) => {
    const kind = chunk === null ? "gap" : "sound";
    const before = row ?? (await firstRow(plan));
    const link = await seal(before.head, { seq, kind, at, mono, bytes });
    seq += 1;
    row = grown(before, link, ms);
    waiting = [...waiting, { row, link, chunk }];
    // A full disk costs no copy of an older recording: it may be the last one when the database is lost.
    await flush().catch(() => undefined);
    plan.onKept(waiting.length === 0, chunk?.hasSound ? sound : undefined);
  };
  return { write, flush, row: () => row };
}

/** Starts a part; nothing is written before its first chunk or gap. */
export function openPart(plan: PartPlan): EvidenceWriter {
  const { devices } = plan;
  const chunks = chunksOf(plan);
  const chain = chainOf(plan, chunks.isStored);
  // A chunk is read at once, whatever the disk does with those before it.
  const [next, nextRead] = [inLine(), inLine()];
  const lost = () => plan.onKept(false);
  const say = (sentence: string | null, at: number, mono: number) => {
    if (sentence === null) return;
    next(() => chain.write(gapBytes(sentence), { at, mono, ms: null })).catch(lost);
  };
  say(plan.gap, plan.at, plan.mono);
  let cameAt = plan.at;
  let isClosing = false;
  const close = async () => {
    const row = chain.row();
    if (row === null) return null;
    const closed: RecordingRow = { ...row, status: "stopped" };
    await chain.flush().catch(() => undefined);
    await devices.keepRecording(closed).catch(lost);
    return closed;
  };
  const withMemory = (kept: Blob | null) => {
    const sound = [...(kept === null ? [] : [kept]), ...chunks.inMemory()];
    return sound.length === 0 ? null : new Blob(sound, { type: plan.mimeType });
  };
  const whole = async () => withMemory(await devices.originalSound(plan.id).catch(() => null));
  return {
    add: (chunk, at, mono, sound) => {
      say(pauseText(at - cameAt), at, mono);
      cameAt = at;
      const held = chunks.add(chunk);
      const reading = nextRead(() => chunks.read(held, mono));
      const write = async () => {
        const { bytes, ms } = await reading;
        await chain.write(bytes, { at, mono, ms }, held, sound);
      };
      next(write).catch(lost);
    },
    note: (sentence) => {
      if (!isClosing) say(sentence, devices.wallTime(), devices.runningTime());
    },
    close: () => {
      isClosing = true;
      return next(close);
    },
    // A disk that hangs has perhaps nothing: what is in memory is handed out without it.
    whole: () => withTimeout(devices, next(whole), () => withMemory(null)),
    tally: chunks.tally,
    hasSound: chunks.hasSound,
  };
}
