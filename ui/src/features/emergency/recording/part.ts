/** Records one part: from opening the microphone until it is stopped or something interrupts it. */
import { recordingLimits } from "#content/limits.ts";
import { CHAIN_START } from "#store/evidence-chain.ts";
import type { RecordingRow } from "#store/evidence-database.ts";
import { recordingLock } from "#store/recording-lock.ts";
import type { Devices } from "../devices.ts";
import { type ChunkSound, type EvidenceWriter, openPart } from "./evidence-writer.ts";
import { DELIVERED, looked } from "./recorder-choice.ts";
import { listened, NOT_SILENT } from "./silence.ts";
import { soon } from "./soon.ts";

/** How often the level is looked at, in milliseconds. */
const LOOK_MS = 250;

/** Why a part ended. */
export type PartEnd = "stopped" | "ended" | "muted" | "failed" | "silent" | "empty" | "interrupted";

/** What a part needs to know and whom it tells. */
export interface PartRun {
  readonly devices: Devices;
  /** The emergency's id, once it is settled which tab's emergency counts. */
  readonly settledId: () => Promise<string>;
  /** What interrupted the part before, or null. */
  readonly gap: string | null;
  /** How often silence reopened the microphone so far: each time it waits longer. */
  readonly reopened: number;
  /** Which of the browser's recorders is used. */
  readonly recorderType: string;
  /** Tells that the recorder runs; `end` ends the part, so that the next one opens the microphone anew. */
  readonly onStarted: (
    id: string,
    writer: EvidenceWriter,
    end: (reason: "silent" | "interrupted") => void,
  ) => void;
  readonly onKept: (isKept: boolean, sound?: ChunkSound) => void;
  /** Resolves when recording is to stop. */
  readonly stopped: Promise<void>;
}

/** What a part was. */
export interface PartResult {
  readonly end: PartEnd;
  readonly row: RecordingRow | null;
  readonly reopened: number;
}

/** Where a part stands among those of its emergency. */
async function placeInChain({ devices, settledId }: PartRun) {
  const emergencyEventId = await settledId();
  const before = await devices.recordingsOf(emergencyEventId).catch(() => []);
  return {
    emergencyEventId,
    part: before.length + 1,
    head: before.at(-1)?.head ?? CHAIN_START,
  };
}

/**
 * Watches the level and the recorder; calls back when silence has lasted so long that the microphone must be lost, or when
 * the recorder gives no bytes of what the microphone hears.
 */
function watchSound(
  { devices, reopened }: PartRun,
  stream: MediaStream,
  onBroken: (reason: "silent" | "empty") => void,
) {
  const meter = devices.meterLevel(stream);
  let delivery = DELIVERED;
  let silence = { ...NOT_SILENT, reopened };
  let loudest: number | null = null;
  const hear = () => {
    const peak = meter.peak();
    if (peak !== null) loudest = Math.max(loudest ?? 0, peak);
    return peak;
  };
  const stop = devices.every(LOOK_MS, () => {
    const [peak, now] = [hear(), devices.runningTime()];
    const look = listened(silence, peak, now);
    silence = look.silence;
    if (look.shouldReopen) onBroken("silent");
    const delivered = looked(delivery, peak, now);
    delivery = delivered.delivery;
    if (delivered.isBroken) onBroken("empty");
  });
  return {
    reopened: () => silence.reopened,
    /** The recorder gave a chunk, perhaps an empty one. */
    delivered: (hasBytes: boolean) => {
      delivery = hasBytes ? DELIVERED : { ...delivery, gaveEmpty: true };
    },
    /** The loudest sample since this was asked last; null when nothing was measured. */
    takeLevel: () => {
      hear();
      const level = loudest;
      loudest = null;
      return level;
    },
    stop: () => {
      stop();
      meter.close();
    },
  };
}

/** An open microphone whose sound goes to the evidence. */
async function startPart(run: PartRun, onBroken: (reason: PartEnd) => void) {
  const { devices, gap, onKept, onStarted } = run;
  let sound: ReturnType<typeof watchSound> | null = null;
  const stream = await devices.openMicrophone();
  const id = devices.emergencyId();
  const at = devices.wallTime();
  const mono = devices.runningTime();
  let writer: EvidenceWriter | null = null;
  try {
    const recorder = await devices.startRecorder(stream, run.recorderType, {
      onPiece: (chunk) => {
        const level = sound?.takeLevel() ?? null;
        sound?.delivered(true);
        writer?.add(chunk, devices.wallTime(), devices.runningTime(), { level });
      },
      onEmpty: () => sound?.delivered(false),
      onBroken,
    });
    const { mimeType } = recorder;
    const before = () => placeInChain(run);
    const opened = openPart({ devices, id, mimeType, at, mono, gap, before, onKept });
    writer = opened;
    onStarted(id, opened, onBroken);
    const watched = watchSound(run, stream, onBroken);
    sound = watched;
    return { id, stream, recorder, silence: watched, writer: opened };
  } catch (error) {
    devices.closeStream(stream);
    throw error;
  }
}

/** Records until something ends it. Throws a MicrophoneError when the microphone does not open. */
export async function recordPart(run: PartRun): Promise<PartResult> {
  const { devices } = run;
  let end: (reason: PartEnd) => void = () => undefined;
  const ended = new Promise<PartEnd>((resolve) => {
    end = resolve;
  });
  const { id, stream, recorder, silence, writer } = await startPart(run, end);
  const mirror = () => devices.mirrorSound(id).catch(() => false);
  const stopMirroring = devices.every(recordingLimits.mirrorEveryMs, () => void mirror());
  run.stopped.then(() => end("stopped"));
  let result: PartResult = { end: "stopped", row: null, reopened: 0 };
  await devices.whileHolding(recordingLock(id), async () => {
    const reason = await ended;
    stopMirroring();
    const reopened = silence.reopened();
    silence.stop();
    await soon(devices, recorder.stop(), () => undefined);
    devices.closeStream(stream);
    const row = await soon(devices, writer.close(), () => null);
    await soon(devices, mirror(), () => false);
    result = { end: reason, row, reopened };
  });
  return result;
}
