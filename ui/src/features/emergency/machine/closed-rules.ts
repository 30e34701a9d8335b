/** What is said of a recording that ended: "saved" only when nothing of it is unsaved. */
import { type Message, recordingMessages } from "#content/messages.ts";

/** What became of the sound of a recording that ended, in bytes. */
export interface Closed {
  /** What the disk confirmed. */
  readonly stored: number;
  /** What it did not: only a file that was handed on may have it, which nobody confirms. */
  readonly unsaved: number;
  /** Whether every part with unsaved sound was offered as a file; null until that is known, as while the person chooses its place. */
  readonly isOffered: boolean | null;
}

/** What can be claimed of a recording that ended. */
type ClosedClaim = "saved" | "partly-saved" | "not-saved" | "nothing";

/** The claim, from the bytes alone. */
export function closedClaim({ stored, unsaved }: Closed): ClosedClaim {
  if (unsaved > 0) return stored > 0 ? "partly-saved" : "not-saved";
  return stored > 0 ? "saved" : "nothing";
}

/**
 * The toast; null where there was no sound, and until all is known that it says. Where the screen after an emergency is shown, that
 * tells what became of the rest.
 */
export function closedToast(closed: Closed, isToldThere: boolean): Message | null {
  const { stored, isOffered } = closed;
  const claim = closedClaim(closed);
  if (claim === "saved") return recordingMessages.saved(stored);
  if (claim === "nothing" || isOffered === null) return null;
  const rest = isToldThere ? null : isOffered;
  return claim === "partly-saved"
    ? recordingMessages.partlySaved(stored, rest)
    : recordingMessages.notSaved(rest);
}
