/** The microphone and its one user: on phones speech recognition and recording exclude each other. */
import { recordingLimits } from "#content/limits.ts";
import { withinTime } from "#platform/clock.ts";

/** Why the microphone did not open. */
export type MicrophoneProblem = "denied" | "missing" | "unavailable";

/** Thrown when the microphone does not open. */
export class MicrophoneError extends Error {
  override readonly name = "MicrophoneError";
  readonly reason: MicrophoneProblem;

  constructor(reason: MicrophoneProblem, cause: unknown) {
    super(`The microphone did not open: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** A user of the microphone that can release it. */
export interface MicrophoneUser {
  /** Releases it; resolves when it is free. */
  readonly letGo: () => Promise<void>;
}

/** For evidence: no echo cancellation and no noise suppression, but gain control for faint sound. */
const AS_IT_SOUNDS: MediaTrackConstraints = {
  echoCancellation: false,
  noiseSuppression: false,
  autoGainControl: true,
};

/** How the microphone passes from one user to the next. */
export interface MicrophoneOwnership {
  /**
   * Makes `next` the microphone's user once everybody before has let go: `free`. Each is asked at once and gets half
   * a second, because a recording must not wait longer for a recogniser that hangs; then the answer is `late`.
   */
  readonly take: (next: MicrophoneUser) => Promise<"free" | "late">;
  /** Ends the use of the microphone by `former`. */
  readonly leave: (former: MicrophoneUser) => void;
  /** Whether another user than `me` has the microphone. */
  readonly isTaken: (me: MicrophoneUser) => boolean;
}

/** Makes a microphone without a user; `within` limits a wait. */
export function microphoneOwnership(within: typeof withinTime): MicrophoneOwnership {
  let user: MicrophoneUser | null = null;
  /** Whether everybody who was asked to let go has done so, of their own accord. */
  let handedOver: Promise<boolean> = Promise.resolve(true);
  return {
    take: async (next) => {
      const before = user;
      user = next;
      if (before !== null && before !== next) {
        const earlier = handedOver;
        const released = within(
          before.letGo().then(() => true),
          recordingLimits.handOverMs,
          false,
        );
        // The one before that may still be letting go, and the next one waits for both.
        const both = Promise.all([earlier, released]).then((all) => !all.includes(false));
        handedOver = both;
        void both.then(() => {
          if (handedOver === both) handedOver = Promise.resolve(true);
        });
      }
      return (await handedOver) ? "free" : "late";
    },
    leave: (former) => {
      user = user === former ? null : user;
    },
    isTaken: (me) => user !== null && user !== me,
  };
}

/** The page's microphone. */
export const {
  take: takeMicrophone,
  leave: leaveMicrophone,
  isTaken: isMicrophoneTaken,
} = microphoneOwnership(withinTime);

/** The stream of what listens, and a copy of it for whoever opens the microphone next (`audio-capture.ts`). */
export const handover: { from?: MediaStream; copy?: MediaStream } = {};

/** Opens the microphone, or takes the copy that was kept for its next user; throws a `MicrophoneError`. */
export async function openMicrophone(): Promise<MediaStream> {
  const ready = handover.copy;
  delete handover.copy;
  if (ready?.active) return ready;
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: AS_IT_SOUNDS });
  } catch (error) {
    throw new MicrophoneError(captureProblem(error) ?? "unavailable", error);
  }
}

/** The permission; `prompt` when the browser would ask, or does not say. An open microphone is handed on without a question. */
export async function microphonePermission(): Promise<PermissionState> {
  if (handover.from?.active) return "granted";
  try {
    return (await navigator.permissions.query({ name: "microphone" as PermissionName })).state;
  } catch {
    return "prompt";
  }
}

/** Calls back when the person allows the microphone, wherever they do it; returns how to stop. */
export function onMicrophoneAllowed(listener: () => void): () => void {
  const stopping = new AbortController();
  const follow = async () => {
    const status = await navigator.permissions.query({ name: "microphone" as PermissionName });
    status.addEventListener("change", () => status.state === "granted" && listener(), {
      signal: stopping.signal,
    });
  };
  // A browser that cannot say has no news of it; coming back to the page tries again there.
  follow().catch(() => undefined);
  return () => stopping.abort();
}

/** Closes a stream's tracks. */
export function closeStream(stream: MediaStream): void {
  for (const track of stream.getTracks()) {
    track.stop();
  }
}

/** Whether the device gives none of a stream's sound, though it is open. */
export const isMuted = (stream: MediaStream): boolean =>
  stream.getAudioTracks().some(({ muted }) => muted);

/** Calls back when the device gives the sound of a muted stream again, or the stream ends; returns how to stop. */
export function onUnmuted(stream: MediaStream, listener: () => void): () => void {
  const stopping = new AbortController();
  for (const track of stream.getAudioTracks()) {
    track.addEventListener("unmute", listener, stopping);
    track.addEventListener("ended", listener, stopping);
  }
  return () => stopping.abort();
}

/** What a meter heard. */
export interface Level {
  /** The loudest recent sample, 0 to 1. */
  readonly peak: number;
  /** How long the meter has listened, in milliseconds of sound: it stands still while the device delivers none to it. */
  readonly heardMs: number;
}

/** The level of a stream. */
interface LevelMeter {
  /** The level now; null while the browser does not measure. */
  readonly read: () => Level | null;
  readonly close: () => void;
}

/** Measures a stream. There is no level without Web Audio, or until a tap where the browser needs one. */
export function meterLevel(stream: MediaStream): LevelMeter {
  if (typeof AudioContext === "undefined") {
    return { read: () => null, close: () => undefined };
  }
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  // The longest window, two thirds of a second, so that nothing is missed between two readings.
  analyser.fftSize = 32_768;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    read: () => {
      if (context.state !== "running") {
        context.resume().catch(() => undefined);
        return null;
      }
      analyser.getFloatTimeDomainData(samples);
      const peak = samples.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0);
      return { peak, heardMs: context.currentTime * 1_000 };
    },
    close: () => void context.close().catch(() => undefined),
  };
}

/** Whether this browser has audio worklets and microphones. */
export function canCapture(): boolean {
  return typeof AudioWorkletNode !== "undefined" && navigator.mediaDevices !== undefined;
}

const PROBLEMS: Readonly<Record<string, "denied" | "missing">> = {
  NotAllowedError: "denied",
  SecurityError: "denied",
  NotFoundError: "missing",
  OverconstrainedError: "missing",
};

/**
 * Why `getUserMedia` failed, by the name of its exception; null where the name says neither.
 * Source: W3C, Media Capture and Streams, getUserMedia().
 */
export function captureProblem(error: unknown): "denied" | "missing" | null {
  return (error instanceof Error && PROBLEMS[error.name]) || null;
}
