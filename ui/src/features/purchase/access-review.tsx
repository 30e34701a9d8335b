/** Asks the server, at the opening of the app, whether a device that keeps a purchase still has it. */
import { useEffect, useRef } from "react";
import { accessReviewDelayMs } from "#content/limits.ts";
import { isOnline, onConnection } from "#platform/connection.ts";
import { useHasAccess } from "#store/access.ts";
import { emergencyStateRecord } from "#store/emergency-state.ts";

/** What asks comes only when there is something to ask, and not with every page of the app. */
const loadReview = () => import("./settle-claim.ts").catch(() => null);

/**
 * Shows nothing. One answer is enough for a document; without one it asks again when the connection
 * comes back. An emergency needs the device for itself: none is asked during it, and no answer is heard.
 */
export function AccessReview() {
  const isKept = useHasAccess();
  const { isLocked } = emergencyStateRecord.use();
  const isAnswered = useRef(false);
  useEffect(() => {
    if (!isKept || isLocked || isAnswered.current) return;
    let isOver = false;
    const review = async (): Promise<void> => {
      if (!isOnline() || isAnswered.current) return;
      const hears = () => !isOver && !emergencyStateRecord.read().isLocked;
      const loaded = await loadReview();
      if (loaded !== null && (await loaded.reviewAccess(hears))) isAnswered.current = true;
    };
    const timer = setTimeout(() => void review(), accessReviewDelayMs);
    const stop = onConnection(() => void review());
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop();
    };
  }, [isKept, isLocked]);
  return null;
}
