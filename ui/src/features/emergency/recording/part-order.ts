/** What follows each part of a recording: how the next one begins, and what it waits for. */
import { MicrophoneError } from "#platform/sound/microphone.ts";
import type { PartEnd, PartResult } from "./part.ts";
import { nextRecorder } from "./recorder-choice.ts";
import type { Pause } from "./waits.ts";

/** What the parts so far leave to the next one. */
export interface NextPart {
  /** What interrupted the recording before it, as its first chunk says; null where nothing did. */
  readonly gap: string | null;
  /** How often silence reopened the microphone so far: each time it waits longer. */
  readonly reopened: number;
  /** How many parts in a row brought no sound. */
  readonly failures: number;
  /** Which kind of recorder is used. */
  readonly recorder: number;
}

/** What to do after a part, or after one that did not begin. */
export interface Step {
  readonly next: NextPart;
  /** The wait before the next part; null where the part itself has taken its time. */
  readonly pause: Pause | null;
}

const sentences: Readonly<Record<PartEnd, string>> = {
  stopped: "Recording was stopped.",
  ended: "The microphone was lost.",
  muted: "The microphone was muted.",
  failed: "The recorder stopped by itself.",
  silent: "The microphone delivered only silence and was opened again.",
  unmeasured: "The sound could not be measured and the microphone was opened again.",
  empty: "The recorder gave no data, and recording was started again.",
  interrupted: "The system interrupted the sound.",
  retried: "The microphone was opened again by hand.",
};

/** The ends that may come at once, and again and again. */
const breaks: readonly PartEnd[] = ["ended", "muted", "failed", "interrupted"];

/** The first part of a page. `isResumed` says that an earlier page recorded the same emergency. */
export function firstPart(isResumed: boolean): NextPart {
  const gap = isResumed ? "An earlier page was closed or left." : null;
  return { gap, reopened: 0, failures: 0, recorder: 0 };
}

/** The same part after the microphone was taken from something that had not let go of it. */
export const takenLate = (part: NextPart): NextPart => ({
  ...part,
  gap: part.gap ?? "Listening had not let go of the microphone yet.",
});

/** What follows a part that ran. `recorders` is how many kinds there are. */
export function afterPart(before: NextPart, part: PartResult, recorders: number): Step {
  const { end, hadSound, reopened } = part;
  // A part may hold only a header, or the sentence about the gap: a microphone that keeps breaking off brings no sound.
  const failures = hadSound ? 0 : before.failures + 1;
  return {
    next: {
      gap: `${sentences[end]} Interrupted at ${new Date(part.endedAt).toISOString()}.`,
      reopened,
      failures,
      recorder: nextRecorder(before.recorder, recorders, end === "empty" && !hadSound),
    },
    pause: breaks.includes(end) ? failures : null,
  };
}

/** What follows a part that did not begin, because of `error`. A microphone that is refused opens only when the person allows it. */
export function afterFailure(before: NextPart, error: unknown, recorders: number): Step {
  const { failures } = before;
  const isOfMicrophone = error instanceof MicrophoneError;
  return {
    next: {
      ...before,
      gap: before.gap ?? "Recording could not begin at once.",
      failures: failures + 1,
      recorder: nextRecorder(before.recorder, recorders, !isOfMicrophone),
    },
    pause: isOfMicrophone && error.reason !== "unavailable" ? "for-person" : failures,
  };
}
