/** Whether a recording is as it was recorded, computed on this device. */
import { useEffect, useState } from "react";
import { checkEvidence, type EvidenceCheck } from "#store/evidence-check.ts";
import type { RecordingEntry } from "./recording-list.ts";

/** What was found; undefined until then, null where there is no chain to follow. */
type Found = EvidenceCheck | null | undefined;

/** Checks a recording once it has ended, and again when it changed. */
export function useCheck({ id, isRecording, bytes, parts }: RecordingEntry): Found {
  const [found, setFound] = useState<Found>(undefined);
  const state = `${isRecording} ${parts.length} ${bytes}`;
  useEffect(() => {
    let isOver = false;
    setFound(undefined);
    if (state.startsWith("false")) {
      checkEvidence(id).then(
        (check) => isOver || setFound(check),
        // Nothing is said of what could not be read.
        () => undefined,
      );
    }
    return () => {
      isOver = true;
    };
  }, [id, state]);
  return found;
}
