/** The emergency machine's steps for sound, chunk by chunk. */
import { emergencyTimes, recordingLimits } from "#content/limits.ts";
import { recordingMessages } from "#content/messages.ts";
import type { Closed } from "./closed-rules.ts";
import { closedToast } from "./closed-rules.ts";
import { announced } from "./messages.ts";
import type { EmergencyEffect, EmergencyState, Sound } from "./state.ts";
import { andThen, noEffects, type Step, step, toast, wait } from "./step.ts";

/** The sound after one more chunk, and the timer for the next. */
function heard(state: EmergencyState, tab: Sound["tab"], level: number | null): Step {
  const { emergency, sound: before } = state;
  if (emergency === null) return noEffects(state);
  const count = (before?.count ?? 0) + 1;
  // What was not measured after silence is not known to be sound.
  const silentBefore = before?.silent ?? 0;
  const silent = level === 0 ? silentBefore + 1 : level === null ? silentBefore : 0;
  return step(
    { ...state, sound: { tab, count, silent, isFresh: true } },
    wait(emergency.id, recordingLimits.chunkOverdueMs, { type: "sound-overdue", count }),
  );
}

/** The first chunk is said in a toast, unless a toast says more. */
function firstHeard(state: EmergencyState): Step {
  if (state.emergency === null) return noEffects(state);
  const said = announced(state);
  const isSaid = said.effects.length > 0 || state.isAnnounced;
  return isSaid ? said : step(state, toast(recordingMessages.started));
}

/** A chunk of this tab; the other tabs are told of it when it is on the disk. */
export function soundWritten(
  before: EmergencyState,
  { isKept, level }: { readonly isKept: boolean; readonly level: number | null },
): Step {
  const id = before.emergency?.id;
  const kept: EmergencyState = { ...before, isEvidenceKept: isKept };
  const hasSound = before.sound !== null && before.sound.silent < before.sound.count;
  const written = andThen(heard(kept, "this", level), (state) =>
    hasSound || level === 0 || !isKept ? announced(state) : firstHeard(state),
  );
  if (!isKept || id === undefined) return written;
  return step(written.state, { type: "tell-chunk", emergencyId: id, level }, ...written.effects);
}

/** A chunk that another tab stored; this tab's own chunks say more. */
export function soundElsewhere(
  state: EmergencyState,
  { level }: { readonly level: number | null },
): Step {
  return state.recording.phase === "on" ? noEffects(state) : heard(state, "other", level);
}

/** No chunk came after this one for too long. */
export function soundOverdue(state: EmergencyState, { count }: { readonly count: number }): Step {
  const { sound } = state;
  return noEffects(
    sound?.count === count ? { ...state, sound: { ...sound, isFresh: false } } : state,
  );
}

/** This tab's recorder no longer runs: its newest chunk says nothing of now. */
export function withoutRecorder(state: EmergencyState): EmergencyState {
  const { sound } = state;
  const known = sound?.tab === "this" ? { ...sound, isFresh: false } : sound;
  return { ...state, sound: known, isMicrophoneAsked: false };
}

/**
 * The recording ended with its emergency. Only the page where the code was typed says so: another may show the heart
 * monitor. The toast waits until the one before it could be read. Sound that is not stored is kept where a screen offers it.
 */
export function recordingStopped(
  state: EmergencyState,
  { closed }: { readonly closed: Closed },
): Step {
  const off: EmergencyState = { ...state, recording: { phase: "off" } };
  const { ended } = state;
  if (state.emergency !== null) return noEffects(off);
  const isKept = closed.isOffered === null || ended?.isShown;
  const forget: EmergencyEffect[] = isKept ? [] : [{ type: "forget-sound" }];
  if (ended === null) return step(off, ...forget);
  const known = { ...off, ended: { ...ended, closed } };
  const { laterToastMs } = emergencyTimes;
  return closedToast(closed, false) === null
    ? step(known, ...forget)
    : step(known, ...forget, wait(ended.id, laterToastMs, { type: "closed-toast-due", closed }));
}
