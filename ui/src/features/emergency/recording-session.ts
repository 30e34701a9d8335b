/** Keeps an emergency recorded: one tab at a time, part after part, until it is told to stop. */
import { recordingErrors } from "#content/messages.ts";
import { pause } from "#platform/clock.ts";
import { soundExtension } from "#platform/download.ts";
import {
  leaveMicrophone,
  MicrophoneError,
  type MicrophoneUser,
  takeMicrophone,
} from "#platform/microphone.ts";
import { isHeldElsewhere, whileHolding } from "#platform/tabs.ts";
import type { Devices } from "./devices.ts";
import type { EvidenceWriter } from "./evidence-writer.ts";
import type { EmergencyEvent } from "./machine-state.ts";
import { type PartEnd, recordPart } from "./recording-part.ts";

const RECORDER_LOCK = "emergency-recorder";
/** Another tab that has the turn for this long records. */
const TURN_MS = 250;
const RETRY_MS = [500, 2_000, 5_000, 15_000, 30_000] as const;

/** What the session is given. */
export interface SessionPlan {
  readonly devices: Devices;
  /** The emergency's id once it is settled which tab's emergency counts. */
  readonly emergencyId: () => Promise<string>;
  readonly report: (event: EmergencyEvent) => void;
  /** Whether the app came back into an emergency that had begun before. */
  readonly isResumed: boolean;
}

/** A recording in progress, or the wait for one. */
export interface RecordingSession {
  /** Ends recording; the promise is kept when everything is written. */
  readonly stop: () => Promise<void>;
  /** Tries again at once where the microphone had been refused. */
  readonly retry: () => void;
  /** The sound that the disk would not take, with what it did take; null when nothing is at risk. */
  readonly soundAtRisk: () => Promise<Blob | null>;
}

const sentences: Readonly<Record<PartEnd, string>> = {
  stopped: "Recording was stopped.",
  ended: "The microphone was taken away.",
  muted: "The microphone was muted by the device.",
  failed: "The recorder failed.",
  silent: "The microphone delivered only silence and was opened again.",
};

/** The name of a file that holds sound, by its time. */
export function fileName(sound: Blob, at: number): string {
  return `recording-${new Date(at).toISOString()}.${soundExtension(sound.type)}`;
}

function reasonText(error: unknown): string {
  if (error instanceof MicrophoneError) {
    return recordingErrors[error.reason];
  }
  return recordingErrors.notStarted;
}

/** Starts recording as soon as this tab may. */
export function startSession({
  devices,
  emergencyId,
  report,
  isResumed,
}: SessionPlan): RecordingSession {
  const stopping = new AbortController();
  let tellStopped: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => {
    tellStopped = resolve;
  });
  let wake: () => void = () => undefined;
  let writer: EvidenceWriter | null = null;
  let bytes = 0;
  const me: MicrophoneUser = { letGo: () => Promise.resolve() };

  /** Waits for the next try: a while, or until the person comes back or asks for it. */
  const beforeRetry = (attempt: number, isHopeless: boolean) =>
    new Promise<void>((resolve) => {
      const ms = RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)];
      const timer = isHopeless ? undefined : setTimeout(resolve, ms);
      const off = devices.onVisibility((isVisible) => isVisible && resolve());
      wake = resolve;
      stopped.then(resolve);
      void stopped.finally(() => {
        clearTimeout(timer);
        off();
      });
    });

  const record = async () => {
    let gap: string | null = isResumed ? "The app was closed and opened again." : null;
    let reopened = 0;
    let failures = 0;
    while (!stopping.signal.aborted) {
      await takeMicrophone(me);
      try {
        const part = await recordPart({
          devices,
          emergencyId,
          gap,
          reopened,
          stopped,
          onStarted: (id, started) => {
            writer = started;
            report({ type: "recording-started", id });
          },
          onKept: (isKept) => report({ type: "evidence-changed", isKept }),
        });
        bytes += part.row?.bytes ?? 0;
        failures = part.row === null ? failures + 1 : 0;
        ({ reopened } = part);
        gap = `${sentences[part.end]} Interrupted at ${new Date(devices.wallTime()).toISOString()}.`;
        if (part.end !== "stopped") {
          report({ type: "recording-starting" });
        }
        if (part.end === "ended" || part.end === "muted" || part.end === "failed") {
          await beforeRetry(failures, false);
        }
      } catch (error) {
        report({ type: "recording-failed", reason: reasonText(error) });
        const isHopeless = error instanceof MicrophoneError && error.reason !== "unavailable";
        gap ??= "Recording could not begin at once.";
        await beforeRetry(failures, isHopeless);
        failures += 1;
      }
    }
    leaveMicrophone(me);
  };

  const soundAtRisk = async () => (writer?.isAtRisk() ? writer.whole() : null);

  let isMyTurn = false;
  const turn = whileHolding(
    RECORDER_LOCK,
    () => {
      isMyTurn = true;
      return record();
    },
    stopping.signal,
  ).catch(() => undefined);
  void pause(TURN_MS).then(async () => {
    if (!isMyTurn && !stopping.signal.aborted && (await isHeldElsewhere(RECORDER_LOCK))) {
      report({ type: "recording-elsewhere" });
    }
  });

  return {
    stop: async () => {
      stopping.abort();
      tellStopped();
      await turn;
      const unsaved = await soundAtRisk();
      if (unsaved !== null) {
        // The disk never took it: a file in the downloads is the last place it can go.
        devices.downloadFile(unsaved, fileName(unsaved, devices.wallTime()));
      }
      const kilobytes = bytes > 0 ? Math.round(bytes / 1024) : null;
      report({ type: "recording-stopped", kilobytes });
    },
    retry: () => wake(),
    soundAtRisk,
  };
}
