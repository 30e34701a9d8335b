/**
 * Whether recognition and the spotter can have the microphone at the same time, found out by trying it: a pure machine.
 * On phones the one that opened it first may get silence without an error, so an answer needs signs of both.
 */
import { voiceLimits } from "#content/limits.ts";

/** An answer that is kept for this session of the browser. */
export type SharingAnswer = "shared" | "alone";

/** What is known of a spotter beside recognition. */
export interface Sharing {
  /**
   * `none`: nothing to hear beside recognition. `unasked`: the spotter is not open. `trying`: both are open, and not
   * both have shown yet that they hear. `shared`: both hear. `alone`: this device does not let them.
   */
  readonly phase: "none" | "unasked" | "trying" | SharingAnswer;
  /** Whether this session of the browser has seen both hear before. */
  readonly isProven: boolean;
  /** When it may be tried, in milliseconds. */
  readonly askAt: number;
  /** Whether a session of recognition runs, whether it began beside the open spotter, and whether it noticed a sound. */
  readonly isRecognising: boolean;
  readonly isFresh: boolean;
  readonly isSensed: boolean;
  /** Whether the spotter was given any sound since that session began. */
  readonly hasSound: boolean;
  /** Whether the spotter hears: its last pulses were not all zeros. */
  readonly isHearing: boolean;
  /** Pulses of the spotter in a row that held nothing but zeros, and loud ones that recognition did not notice. */
  readonly zeros: number;
  readonly loud: number;
}

/** What bears on the answer. */
export type SharingEvent =
  | { readonly type: "began" | "sensed" | "ended" | "closed" }
  /** Recognition failed because somebody else has the microphone. */
  | { readonly type: "busy" }
  /** The spotter's pulse with its peak (0 to 1). */
  | { readonly type: "pulse"; readonly peak: number }
  /** The spotter beside recognition ended by itself. */
  | { readonly type: "lost"; readonly code: string };

/** What is to be done about the spotter; `remember` replaces the kept answer. */
export type SharingEffect =
  | { readonly type: "open-beside" | "close-beside" }
  | { readonly type: "remember"; readonly answer: SharingAnswer | null };

/** The next state and its effects, in their order. */
export interface SharingStep {
  readonly sharing: Sharing;
  readonly effects: readonly SharingEffect[];
}

/** How many pulses without a single sound mean that the spotter gets nothing: two seconds. */
const ZERO_PULSES = 4;
/** The peak of somebody who speaks near the phone (0 to 1). */
const LOUD = 0.1;
/** How many loud pulses recognition may miss: its first sign comes within half a second of speech. */
const LOUD_PULSES = 3;
/** Codes with which the spotter says that the microphone is not given to it. */
const REFUSED = new Set(["not-allowed", "audio-capture", "no-microphone"]);

const QUIET = { isRecognising: false, isFresh: false, isSensed: false, hasSound: false } as const;

/** Nothing to hear beside recognition. */
export const NOT_SHARED: Sharing = {
  ...QUIET,
  phase: "none",
  isProven: false,
  isHearing: false,
  askAt: 0,
  zeros: 0,
  loud: 0,
};

/** The state when listening is switched on; `answer` is what this session of the browser knows. */
export function startSharing(hasPhrase: boolean, answer: SharingAnswer | null): Sharing {
  if (!hasPhrase) return NOT_SHARED;
  const phase = answer === "alone" ? "alone" : "unasked";
  return { ...NOT_SHARED, phase, isProven: answer === "shared" };
}

/** Whether the spotter beside recognition is open. */
export function isBesideOpen({ phase }: Sharing): boolean {
  return phase === "trying" || phase === "shared";
}

/** The next state and its effects; `now` is the monotonic clock, in milliseconds. */
export function nextSharing(sharing: Sharing, event: SharingEvent, now: number): SharingStep {
  switch (event.type) {
    case "began":
      return began(sharing, now);
    case "ended":
      return step({ ...sharing, isRecognising: false });
    case "sensed":
      return settled({ ...sharing, isSensed: sharing.isRecognising, loud: 0 });
    case "closed":
      return step(isBesideOpen(sharing) ? shut(sharing, 0) : { ...sharing, isRecognising: false });
    case "pulse":
      return isBesideOpen(sharing) ? pulse(sharing, event.peak, now) : step(sharing);
    case "busy":
      return isBesideOpen(sharing) ? failed(sharing, now) : step(sharing);
    case "lost":
      return isBesideOpen(sharing) ? lost(sharing, event.code, now) : step(sharing);
  }
}

/** A session of recognition shows life, which it may do more than once. */
function began(sharing: Sharing, now: number): SharingStep {
  if (sharing.isRecognising) return step(sharing);
  if (isBesideOpen(sharing)) {
    return step({ ...sharing, ...QUIET, isRecognising: true, isFresh: true, loud: 0 });
  }
  if (sharing.phase !== "unasked" || now < sharing.askAt) {
    return step({ ...sharing, isRecognising: true });
  }
  const open = { ...sharing, ...QUIET, isRecognising: true, zeros: 0, loud: 0 };
  return step({ ...open, phase: "trying" }, { type: "open-beside" });
}

function pulse(sharing: Sharing, peak: number, now: number): SharingStep {
  const { isRecognising, isSensed } = sharing;
  const isMissed = isRecognising && !isSensed && peak >= LOUD;
  const next = {
    ...sharing,
    hasSound: sharing.hasSound || peak > 0,
    zeros: peak === 0 ? sharing.zeros + 1 : 0,
    loud: isMissed ? sharing.loud + 1 : 0,
  };
  const isSilent = next.zeros >= ZERO_PULSES;
  if (isRecognising && (isSilent || next.loud >= LOUD_PULSES)) return failed(next, now);
  return settled({ ...next, isHearing: next.isHearing ? !isSilent : peak > 0 });
}

/** Both hear once the spotter has sound, and a session of recognition that began beside it has noticed some. */
function settled(sharing: Sharing): SharingStep {
  const { phase, isProven, isRecognising, isFresh, isSensed, hasSound } = sharing;
  const isHeardByBoth = hasSound && isRecognising && (isProven || (isFresh && isSensed));
  if (phase !== "trying" || !isHeardByBoth) return step(sharing);
  const effects: SharingEffect[] = isProven ? [] : [{ type: "remember", answer: "shared" }];
  return step({ ...sharing, phase: "shared", isProven: true }, ...effects);
}

/** A try that failed is an answer. What worked before and does not any more is asked again. */
function failed(sharing: Sharing, now: number): SharingStep {
  const closed = { ...shut(sharing, now + voiceLimits.retryMs), isProven: false };
  return sharing.isProven
    ? step(closed, { type: "close-beside" }, { type: "remember", answer: null })
    : step(
        { ...closed, phase: "alone" },
        { type: "close-beside" },
        { type: "remember", answer: "alone" },
      );
}

/** An unplugged or suspended microphone says nothing about sharing. */
function lost(sharing: Sharing, code: string, now: number): SharingStep {
  return REFUSED.has(code)
    ? failed(sharing, now)
    : step(shut(sharing, now + voiceLimits.retryMs), { type: "close-beside" });
}

const shut = (sharing: Sharing, askAt: number): Sharing => ({
  ...sharing,
  ...QUIET,
  phase: "unasked",
  isHearing: false,
  askAt,
  zeros: 0,
  loud: 0,
});

function step(sharing: Sharing, ...effects: SharingEffect[]): SharingStep {
  return { sharing, effects };
}
