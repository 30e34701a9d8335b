/**
 * What the app does about purchases when it starts. It asks the server whether a stored one is still valid, and in an installed
 * app without one whether there is one: an app on an iPhone's home screen starts with its browser's cookies and nothing else
 * (https://developer.apple.com/documentation/safariservices/sfaddtohomescreeninfo/websitecookies). An address that was typed before
 * a checkout is forgotten after a day.
 */
import { useEffect, useRef } from "react";
import { accessReviewDelayMs } from "#content/limits.ts";
import { isStandalone } from "#platform/page/display-mode.ts";
import { showAppFirst } from "#platform/page/view-cookie.ts";
import { isOnline, onConnection } from "#platform/workers/connection.ts";
import { useHasAccess } from "#store/access/access.ts";
import { forgetOldPurchaseEmail } from "#store/access/purchase-email.ts";
import { emergencyStateRecord } from "#store/emergency/emergency-state.ts";

/** Loaded lazily, when there is something to ask. */
const loadReview = () => import("./settle-claim.ts").catch(() => null);

/**
 * Renders nothing. One answer per document is enough; without one it asks again when the connection
 * returns. During an emergency it neither asks nor uses an answer.
 */
export function AccessReview() {
  const isKept = useHasAccess();
  const { isLocked } = emergencyStateRecord.use();
  const isAnswered = useRef(false);
  // Whoever typed an address and went to the app may never come back to a page of the shop.
  useEffect(forgetOldPurchaseEmail, []);
  useEffect(() => {
    // On a device that bought or installed the app, the main path shows it.
    if (isKept || isStandalone()) showAppFirst();
  }, [isKept]);
  useEffect(() => {
    if (!(isKept || isStandalone()) || isLocked || isAnswered.current) return;
    let isOver = false;
    const review = async (): Promise<void> => {
      if (!isOnline() || isAnswered.current) return;
      const hears = () => !isOver && !emergencyStateRecord.read().isLocked;
      const loaded = await loadReview();
      const ask = isKept ? loaded?.reviewAccess : loaded?.findAccess;
      if (await ask?.(hears)) isAnswered.current = true;
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
