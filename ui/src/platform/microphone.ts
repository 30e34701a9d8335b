/** The one microphone, and who has it: recognising speech and recording exclude each other on phones. */
import { recordingLimits } from "#content/limits.ts";
import { withinTime } from "./clock.ts";

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

/** Somebody who uses the microphone and can let go of it. */
export interface MicrophoneUser {
  /** Stops using it; the promise is kept when it is really free. */
  readonly letGo: () => Promise<void>;
}

const REASONS: Readonly<Record<string, MicrophoneProblem>> = {
  NotAllowedError: "denied",
  SecurityError: "denied",
  NotFoundError: "missing",
  OverconstrainedError: "missing",
};

/** Evidence is what was to be heard: no voice is tidied up, no background taken away, faint sound made louder. */
const AS_IT_SOUNDS: MediaTrackConstraints = {
  echoCancellation: false,
  noiseSuppression: false,
  autoGainControl: true,
};

let user: MicrophoneUser | null = null;

/**
 * Makes `next` the microphone's only user. Whoever has it is asked to let go and gets half a second for it:
 * a recording may not wait longer for a recogniser that hangs.
 */
export async function takeMicrophone(next: MicrophoneUser): Promise<void> {
  const before = user;
  user = next;
  if (before !== null && before !== next) {
    await withinTime(before.letGo(), recordingLimits.handOverMs, undefined);
  }
}

/** Says that `former` no longer uses the microphone. */
export function leaveMicrophone(former: MicrophoneUser): void {
  user = user === former ? null : user;
}

/** Whether somebody else than `me` has the microphone. */
export function isMicrophoneTaken(me: MicrophoneUser): boolean {
  return user !== null && user !== me;
}

/** Opens the microphone; throws a MicrophoneError with its reason. */
export async function openMicrophone(): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: AS_IT_SOUNDS });
  } catch (error) {
    const name = error instanceof Error ? error.name : "";
    throw new MicrophoneError(REASONS[name] ?? "unavailable", error);
  }
}

/** Whether the person allowed the microphone: `prompt` when the browser would ask, or does not say. */
export async function microphonePermission(): Promise<PermissionState> {
  try {
    return (await navigator.permissions.query({ name: "microphone" as PermissionName })).state;
  } catch {
    return "prompt";
  }
}

/** Closes a stream's tracks. */
export function closeStream(stream: MediaStream): void {
  for (const track of stream.getTracks()) {
    track.stop();
  }
}

/** A running look at how loud a stream is. */
export interface LevelMeter {
  /** The loudest sample of the last moment, 0 to 1; null while the browser does not measure. */
  readonly peak: () => number | null;
  readonly close: () => void;
}

/** Measures a stream. A browser without Web Audio, or one that waits for a tap, measures nothing. */
export function meterLevel(stream: MediaStream): LevelMeter {
  if (typeof AudioContext === "undefined") {
    return { peak: () => null, close: () => undefined };
  }
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  // The longest window there is, two thirds of a second: between two looks nothing goes unheard.
  analyser.fftSize = 32_768;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    peak: () => {
      if (context.state !== "running") {
        context.resume().catch(() => undefined);
        return null;
      }
      analyser.getFloatTimeDomainData(samples);
      return samples.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0);
    },
    close: () => void context.close().catch(() => undefined),
  };
}
