/** Writes one part of an emergency's sound, chunk by chunk, and holds in memory what the disk would not take. */
import { gapBytes, type SealedLink, seal } from "#store/evidence-chain.ts";
import type { RecordingRow } from "#store/evidence-database.ts";
import type { Devices } from "../devices.ts";
import { soon } from "./soon.ts";

/** How a part begins. */
export interface PartPlan {
  readonly devices: Pick<Devices, "after" | "keepChunk" | "keepRecording" | "originalSound">;
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
  /** Tells after each write whether all of the part is on the disk; `sound` is there when it was a chunk of sound. */
  readonly onKept: (isKept: boolean, sound?: ChunkSound) => void;
}

/** What is known of a chunk's sound. */
export interface ChunkSound {
  /** Its loudest sample, 0 to 1; null when the browser does not measure. */
  readonly level: number | null;
}

/** How many bytes of a part's sound the disk has taken, and how many are only in memory. */
export interface PartTally {
  readonly stored: number;
  readonly unsaved: number;
}

/** Takes the chunks of a part. */
export interface EvidenceWriter {
  readonly add: (chunk: Blob, at: number, mono: number, sound: ChunkSound) => void;
  /** Ends the part after its last chunk; answers with its row, or null when nothing came. */
  readonly close: () => Promise<RecordingRow | null>;
  /** The whole part, from disk and memory together; null when there is no sound. */
  readonly whole: () => Promise<Blob | null>;
  /** Counts every byte that was added, in the moment in which it is asked. */
  readonly tally: () => PartTally;
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

/** A part's row with one more link. */
function grown(row: RecordingRow, link: SealedLink, begun: number): RecordingRow {
  const isSound = link.kind === "sound";
  return {
    ...row,
    head: link.chain,
    bytes: row.bytes + (isSound ? link.bytes.byteLength : 0),
    duration: isSound ? Math.max(0, link.mono - begun) / 1000 : row.duration,
  };
}

/** The sound of a part by where it is: what was added is in memory until the disk has it. */
function soundOf() {
  const memory = new Set<Blob>();
  let stored = 0;
  return {
    add: (chunk: Blob) => void memory.add(chunk),
    isStored: (chunk: Blob) => {
      memory.delete(chunk);
      stored += chunk.size;
    },
    inMemory: () => [...memory],
    tally: () => ({ stored, unsaved: [...memory].reduce((sum, { size }) => sum + size, 0) }),
  };
}

/** The links of a part: sealed onto the chain, then on the disk, or in memory while the disk takes none. */
function chainOf(plan: PartPlan, onStored: (chunk: Blob) => void) {
  const { devices } = plan;
  let row: RecordingRow | null = null;
  let seq = 0;
  let waiting: readonly {
    readonly row: RecordingRow;
    readonly link: SealedLink;
    readonly chunk: Blob | null;
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
    { at, mono, sound }: { at: number; mono: number; sound?: ChunkSound },
    chunk: Blob | null = null,
  ) => {
    const kind = sound === undefined ? "gap" : "sound";
    const before = row ?? (await firstRow(plan));
    const link = await seal(before.head, { seq, kind, at, mono, bytes });
    seq += 1;
    row = grown(before, link, plan.mono);
    waiting = [...waiting, { row, link, chunk }];
    // A full disk costs no copy of an older recording: it may be the last one when the database is lost.
    await flush().catch(() => undefined);
    plan.onKept(waiting.length === 0, sound);
  };
  return { write, flush, row: () => row };
}

/** Starts a part; nothing is written before its first chunk or gap. */
export function openPart(plan: PartPlan): EvidenceWriter {
  const { devices } = plan;
  const sounds = soundOf();
  const chain = chainOf(plan, sounds.isStored);
  const next = inLine();
  const lost = () => plan.onKept(false);
  if (plan.gap !== null) {
    const bytes = gapBytes(plan.gap);
    const { at, mono } = plan;
    next(() => chain.write(bytes, { at, mono })).catch(lost);
  }
  const close = async () => {
    const row = chain.row();
    if (row === null) return null;
    const closed: RecordingRow = { ...row, status: "stopped" };
    await chain.flush().catch(() => undefined);
    await devices.keepRecording(closed).catch(lost);
    return closed;
  };
  const withMemory = (kept: Blob | null) => {
    const sound = [...(kept === null ? [] : [kept]), ...sounds.inMemory()];
    return sound.length === 0 ? null : new Blob(sound, { type: plan.mimeType });
  };
  const whole = async () => withMemory(await devices.originalSound(plan.id).catch(() => null));
  return {
    add: (chunk, at, mono, sound) => {
      sounds.add(chunk);
      const write = async () => chain.write(await chunk.arrayBuffer(), { at, mono, sound }, chunk);
      next(write).catch(lost);
    },
    close: () => next(close),
    // A disk that hangs has perhaps nothing: what is in memory is handed out without it.
    whole: () => soon(devices, next(whole), () => withMemory(null)),
    tally: sounds.tally,
  };
}
