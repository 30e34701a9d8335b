/** Records one unbroken part: from opening the microphone until it is stopped or something breaks it. */
import { recordingLimits } from "#content/limits.ts";
import { closeStream } from "#platform/microphone.ts";
import { whileHolding } from "#platform/tabs.ts";
import { mirror, recordingLock } from "#store/evidence.ts";
import { CHAIN_START } from "#store/evidence-chain.ts";
import { type RecordingRow, recordingsOf } from "#store/evidence-database.ts";
import type { Devices } from "../devices.ts";
import { type EvidenceWriter, openPart } from "./evidence-writer.ts";
import { listened, NOT_SILENT } from "./silence.ts";

const LOOK_MS = 250;

/** Why a part ended. */
export type PartEnd = "stopped" | "ended" | "muted" | "failed" | "silent";

/** What a part needs to know and whom it tells. */
export interface PartRun {
  readonly devices: Devices;
  readonly emergencyId: () => Promise<string>;
  /** What interrupted the part before, or null. */
  readonly gap: string | null;
  /** Reopenings because of silence so far, so that they grow rarer. */
  readonly reopened: number;
  readonly onStarted: (id: string, writer: EvidenceWriter) => void;
  readonly onKept: (isKept: boolean) => void;
  /** Kept when recording is to stop. */
  readonly stopped: Promise<void>;
}

/** What a part was. */
export interface PartResult {
  readonly end: PartEnd;
  readonly row: RecordingRow | null;
  readonly reopened: number;
}

async function placeInChain(emergencyId: () => Promise<string>) {
  const emergencyEventId = await emergencyId();
  const before = await recordingsOf(emergencyEventId).catch(() => []);
  return {
    emergencyEventId,
    part: before.length + 1,
    head: before.at(-1)?.head ?? CHAIN_START,
  };
}

/** Watches the level; calls back when silence lasts so long that the microphone must be lost. */
function watchSilence(run: PartRun, stream: MediaStream, onSilent: (reopened: number) => void) {
  const meter = run.devices.meterLevel(stream);
  let silence = { ...NOT_SILENT, reopened: run.reopened };
  const timer = setInterval(() => {
    const look = listened(silence, meter.peak(), run.devices.runningTime());
    silence = look.silence;
    if (look.shouldReopen) {
      onSilent(silence.reopened);
    }
  }, LOOK_MS);
  return {
    reopened: () => silence.reopened,
    stop: () => {
      clearInterval(timer);
      meter.close();
    },
  };
}

/** Records until something ends it. Throws a MicrophoneError when the microphone does not open. */
export async function recordPart(run: PartRun): Promise<PartResult> {
  const { devices } = run;
  const stream = await devices.openMicrophone();
  const id = devices.emergencyId();
  const at = devices.wallTime();
  const mono = devices.runningTime();
  let end: (reason: PartEnd) => void = () => undefined;
  const ended = new Promise<PartEnd>((resolve) => {
    end = resolve;
  });
  let writer: EvidenceWriter | null = null;
  const recorder = await devices
    .startRecorder(stream, {
      onPiece: (piece) => writer?.add(piece, devices.wallTime(), devices.runningTime()),
      onBroken: end,
    })
    .catch((error: unknown) => {
      closeStream(stream);
      throw error;
    });
  writer = openPart({
    id,
    mimeType: recorder.mimeType,
    at,
    mono,
    gap: run.gap,
    before: () => placeInChain(run.emergencyId),
    onKept: run.onKept,
  });
  const opened = writer;
  run.onStarted(id, opened);
  const silence = watchSilence(run, stream, () => end("silent"));
  const copying = setInterval(
    () => void mirror(id).catch(() => false),
    recordingLimits.mirrorEveryMs,
  );
  run.stopped.then(() => end("stopped"));
  let result: PartResult = { end: "stopped", row: null, reopened: 0 };
  await whileHolding(recordingLock(id), async () => {
    const reason = await ended;
    clearInterval(copying);
    const reopened = silence.reopened();
    silence.stop();
    await recorder.stop();
    closeStream(stream);
    const row = await opened.close();
    await mirror(id).catch(() => false);
    result = { end: reason, row, reopened };
  });
  return result;
}
