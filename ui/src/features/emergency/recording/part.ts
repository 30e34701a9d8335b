/** Records one part: from opening the microphone until it is stopped or something interrupts it. */
import { recordingLimits } from "#content/limits.ts";
import { CHAIN_START } from "#store/evidence/evidence-chain.ts";
import { recordingLock } from "#store/evidence/evidence-rows.ts";
import type { SoundLength } from "#store/evidence/media-length.ts";
import type { Devices } from "../devices/devices.ts";
import { type ChunkSound, type EvidenceWriter, openPart } from "./evidence-writer.ts";
import { DELIVERED, type Delivery, looked } from "./recorder-choice.ts";
import { listened, NOT_SILENT } from "./silence.ts";
import { withTimeout } from "./waits.ts";

/** How often the level is looked at, in milliseconds. */
const LOOK_MS = 250;

/** Why a part ended. */
export type PartEnd =
  | "stopped"
  | "ended"
  | "muted"
  | "failed"
  | "silent"
  | "unmeasured"
  | "empty"
  | "interrupted"
  | "retried";

/** What a part needs to know and whom it tells. */
export interface PartRun {
  readonly devices: Devices;
  /** The emergency's id, once it is settled which tab's emergency counts. */
  readonly settledId: () => Promise<string>;
  /** What interrupted the part before, or null. */
  readonly gap: string | null;
  /** How often silence reopened the microphone so far: each time it waits longer. */
  readonly reopened: number;
  /** The microphone of the part before, which the device had muted and gives sound again; null where it is opened. */
  readonly stream: MediaStream | null;
  /** Which of the browser's recorders is used. */
  readonly recorderType: string;
  /** Gives the part its number, above `stored`, the highest one on the disk. */
  readonly numberAfter: (stored: number) => number;
  /** Makes what reads how much sound a file holds. */
  readonly soundLength: Promise<() => SoundLength>;
  /** Tells that the recorder runs; `end` ends the part, so that the next one opens the microphone anew. */
  readonly onStarted: (
    id: string,
    writer: EvidenceWriter,
    end: (reason: "retried" | "interrupted") => void,
  ) => void;
  readonly onKept: (isKept: boolean, sound?: ChunkSound) => void;
  /** Resolves when recording is to stop. */
  readonly stopped: Promise<void>;
}

/** What a part was. */
export interface PartResult {
  readonly end: PartEnd;
  /** When, in epoch milliseconds: closing it may take much longer. */
  readonly endedAt: number;
  /** Whether it holds sound, and not only a header or a sentence about a gap. */
  readonly hadSound: boolean;
  readonly reopened: number;
  /** The microphone that the device has muted, which is still open; null after any other end. */
  readonly muted: MediaStream | null;
}

/** Where a part stands among those of its emergency. */
async function placeInChain({ devices, settledId, numberAfter }: PartRun) {
  const emergencyEventId = await settledId();
  const before = await devices.recordingsOf(emergencyEventId).catch(() => []);
  const last = before.at(-1);
  return {
    emergencyEventId,
    part: numberAfter(last?.part ?? 0),
    head: last?.head ?? CHAIN_START,
  };
}

/**
 * Watches the level and the recorder; calls back when silence has lasted so long that the microphone must be lost, or when
 * the recorder gives no bytes of what the microphone hears.
 */
function watchSound(
  { devices, reopened }: PartRun,
  stream: MediaStream,
  onBroken: (reason: "silent" | "unmeasured" | "empty") => void,
) {
  const meter = devices.meterLevel(stream);
  const now = () => devices.runningTime();
  let delivery: Delivery = { ...DELIVERED, lookedAt: now() };
  let silence = { ...NOT_SILENT, reopened };
  let loudest: number | null = null;
  /** How much the meter had heard when the loudest sample was updated, and at the last look. */
  let [notedMs, lookedMs] = [0, 0];
  const hear = () => {
    const level = meter.read();
    // Zeros of a meter that stands still are not what the microphone gave.
    if (level === null || level.heardMs <= notedMs) return level;
    notedMs = level.heardMs;
    loudest = Math.max(loudest ?? 0, level.peak);
    return level;
  };
  const stop = devices.every(LOOK_MS, () => {
    const [level, at] = [hear(), now()];
    const look = listened(silence, level, at);
    silence = look.silence;
    if (look.reopen !== null) onBroken(look.reopen);
    const isMeasured = level !== null && level.heardMs > lookedMs;
    lookedMs = level?.heardMs ?? lookedMs;
    const delivered = looked(delivery, isMeasured ? level.peak : null, at);
    delivery = delivered.delivery;
    if (delivered.isBroken) onBroken("empty");
  });
  return {
    reopened: () => silence.reopened,
    /** The recorder gave a chunk, perhaps one without sound. */
    delivered: (hasSound: boolean) => {
      delivery = hasSound ? { ...DELIVERED, lookedAt: now() } : { ...delivery, gaveEmpty: true };
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

/**
 * Opens the microphone; null when recording is to stop first: the browser may ask the person, and nobody may ever answer. A
 * stream that still comes is closed.
 */
async function openUnlessStopped({ devices, stopped }: PartRun): Promise<MediaStream | null> {
  const opening = devices.openMicrophone();
  const stream = await Promise.race([opening, stopped]);
  if (stream) return stream;
  opening.then(devices.closeStream, () => undefined);
  return null;
}

/** An open microphone whose sound goes to the evidence; null when recording is to stop before it is open. */
async function startPart(run: PartRun, onBroken: (reason: PartEnd) => void) {
  const { devices, gap, onKept, onStarted } = run;
  let sound: ReturnType<typeof watchSound> | null = null;
  const stream = run.stream ?? (await openUnlessStopped(run));
  if (stream === null) return null;
  const id = devices.emergencyId();
  const at = devices.wallTime();
  const mono = devices.runningTime();
  let writer: EvidenceWriter | null = null;
  try {
    const recorder = await devices.startRecorder(stream, run.recorderType, {
      onPiece: (chunk) => {
        const level = sound?.takeLevel() ?? null;
        writer?.add(chunk, devices.wallTime(), devices.runningTime(), { level });
      },
      onEmpty: () => sound?.delivered(false),
      onBroken,
    });
    const { mimeType } = recorder;
    const before = () => placeInChain(run);
    const onHeard = (hasSound: boolean) => sound?.delivered(hasSound);
    const length = run.soundLength.then((make) => make());
    const plan = { devices, id, mimeType, at, mono, gap, before, length };
    const opened = openPart({ ...plan, onHeard, onKept });
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
  let result: PartResult = {
    ...{ end: "stopped", endedAt: 0, hadSound: false, reopened: 0 },
    muted: null,
  };
  const started = await startPart(run, end);
  if (started === null) return result;
  const { id, stream, recorder, silence, writer } = started;
  const mirror = () => devices.mirrorSound(id).catch(() => false);
  const stopMirroring = devices.every(recordingLimits.mirrorEveryMs, () => void mirror());
  run.stopped.then(() => end("stopped"));
  await devices.whileHolding(recordingLock(id), async () => {
    const reason = await ended;
    const endedAt = devices.wallTime();
    stopMirroring();
    const reopened = silence.reopened();
    silence.stop();
    await withTimeout(devices, recorder.stop(), () => undefined);
    const muted = reason === "muted" ? stream : null;
    if (muted === null) devices.closeStream(stream);
    await withTimeout(devices, writer.close(), () => null);
    await withTimeout(devices, mirror(), () => false);
    result = { end: reason, endedAt, hadSound: writer.hasSound(), reopened, muted };
  });
  return result;
}
