/** What is said of a recording that ended: "saved" only when nothing of it is unsaved. */
import { type Message, recordingMessages } from "#content/messages.ts";
import type { Closed } from "./state.ts";

/** What can be claimed of a recording that ended. */
type ClosedClaim = "saved" | "partly-saved" | "not-saved" | "nothing";

/** The claim, from the bytes alone. */
export function closedClaim({ stored, unsaved }: Closed): ClosedClaim {
  if (unsaved > 0) return stored > 0 ? "partly-saved" : "not-saved";
  return stored > 0 ? "saved" : "nothing";
}

/** The toast; null where there was no sound. */
export function closedToast(closed: Closed): Message | null {
  const { stored, isOffered } = closed;
  switch (closedClaim(closed)) {
    case "saved":
      return recordingMessages.saved(stored);
    case "partly-saved":
      return recordingMessages.partlySaved(stored, isOffered);
    case "not-saved":
      return recordingMessages.notSaved(isOffered);
    case "nothing":
      return null;
  }
}
