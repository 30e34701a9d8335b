/** A recording as it is shown, with what the server confirmed: what was checked decides, and not what its row says. */
import { receiptLimits } from "#content/receipt-limits.ts";
import { NoAnswer } from "#platform/workers/worker-question.ts";
import type { EvidenceCheck } from "#store/evidence/evidence-check.ts";
import type { ConfirmedTime } from "#store/evidence/receipt-check.ts";
import { entryOf, type RecordedPart, type RecordingEntry, secondsText } from "./recording-list.ts";

/**
 * What a check found: undefined before its end, null where there is no chain to follow, "unread" where it failed, and
 * "unanswered" where it did not come to an end.
 */
export type Found = EvidenceCheck | null | undefined | "unread" | "unanswered";

/** What a check that failed with `error` found. */
export function unfoundBy(error: unknown): Found {
  return error instanceof NoAnswer && error.reason === "silent" ? "unanswered" : "unread";
}

/** What is said below a recording's figures. */
export interface Verdict {
  readonly text: string;
  readonly standing: "good" | "bad" | "note";
}

const isDone = (found: Found): found is EvidenceCheck | null =>
  found !== undefined && typeof found !== "string";

/** The part with the figures of its own links. A copy without links stands for sound that the chain has lost. */
function checkedPart(part: RecordedPart, check: EvidenceCheck | null): RecordedPart {
  const one = check?.parts.find(({ id }) => id === part.id);
  if (one === undefined || (one.bytes === 0 && part.copyBytes > 0)) {
    return { ...part, bytes: part.copyBytes };
  }
  const recordedAt = one.at === null ? part.recordedAt : new Date(one.at).toISOString();
  return { ...part, recordedAt, duration: one.seconds, bytes: one.bytes, isChecked: true };
}

/** The recording as it is shown. */
export function checkedEntry(entry: RecordingEntry, found: Found): RecordingEntry {
  if (entry.isRecording || !isDone(found)) return entry;
  const [first, ...others] = entry.parts;
  return entryOf(entry.id, [
    checkedPart(first, found),
    ...others.map((part) => checkedPart(part, found)),
  ]);
}

/** Whether its sizes are those of what is there, and not what rows say; takes the recording as it is shown. */
export function isMeasured(entry: RecordingEntry, found: Found): boolean {
  return !entry.isRecording && isDone(found);
}

/** Whether there is no sound of it, in any of its homes; takes the recording as it is shown. */
export function isLost({ isRecording, bytes }: RecordingEntry, found: Found): boolean {
  return !isRecording && isDone(found) && bytes === 0;
}

/** What the check found, in words, and above all where there is no sound; takes the recording as it is shown, and is null while it is recorded. */
export function verdictOf(entry: RecordingEntry, found: Found): Verdict | null {
  if (entry.isRecording) return null;
  if (isLost(entry, found)) {
    const isWhole = found && typeof found === "object" && !found.isAltered;
    if (isWhole && found.missingSeconds === 0) {
      return { text: "No sound was recorded", standing: "bad" };
    }
    return { text: "Lost: none of its sound is left on this device", standing: "bad" };
  }
  if (found === undefined) return { text: "Checking...", standing: "note" };
  if (found === "unanswered") {
    return { text: "Not checked: the check took too long", standing: "note" };
  }
  if (found === "unread") return { text: "Could not be checked", standing: "note" };
  if (found === null) {
    return { text: "Only a copy is left, which cannot be checked", standing: "note" };
  }
  const { isAltered, missingSeconds } = found;
  if (!isAltered && missingSeconds === 0) {
    return { text: "Unchanged since recorded", standing: "good" };
  }
  const are = missingSeconds === 1 ? "is" : "are";
  const texts = [
    ...(isAltered ? ["Changed since recorded"] : []),
    ...(missingSeconds > 0 ? [`${secondsText(missingSeconds)} ${are} missing`] : []),
  ];
  return { text: texts.join(". "), standing: "bad" };
}

/** As the list writes the time at which a recording began, with the seconds. */
const timeText = (at: number) => new Date(at).toLocaleTimeString([], { timeStyle: "medium" });
const dateText = (at: number) =>
  new Date(at).toLocaleString([], { dateStyle: "medium", timeStyle: "medium" });

function textOf({ time, linkedAt, isChecked }: ConfirmedTime): string {
  if (!isChecked) return "A time receipt is kept, and not checked on this device";
  const isClose = Math.abs(time - linkedAt) <= receiptLimits.closeMs;
  return isClose
    ? `Time confirmed until ${timeText(time)}`
    : `Time confirmed later: it was there on ${dateText(time)}`;
}

/** Until when the server confirms it; null where it does not, and of a recording that is not as it was. */
export function confirmedText(found: Found): string | null {
  if (found === null || typeof found !== "object" || found.confirmed === null) return null;
  return found.isAltered || found.missingSeconds > 0 ? null : textOf(found.confirmed);
}
