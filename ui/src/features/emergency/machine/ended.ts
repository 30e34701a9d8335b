/** The end of an emergency: what is released, and what is kept. */

import type { Ended } from "./after-rules.ts";
import type { UnlockingCode } from "./inputs.ts";
import { type Emergency, type EmergencyEffect, type EmergencyState, IDLE } from "./state.ts";

/** What every end lets go. */
export const FINISH: readonly EmergencyEffect[] = [
  { type: "stop-recording" },
  { type: "leave-position" },
  { type: "release-wake-lock" },
  { type: "release-page" },
];

/** Calm again; a recording that is still being closed is shown until it is. */
export const reset = (state: EmergencyState): EmergencyState => ({
  ...IDLE,
  endedId: state.emergency?.id ?? state.endedId,
  newest: state.newest,
  isRead: state.isRead,
  untold: state.untold,
  recording: state.recording,
});

/**
 * Only the own PIN shows that it is over: the demo PIN may have been typed by anybody. Where the person chose the disguise,
 * it stays.
 */
export function endedBy(code: UnlockingCode, emergency: Emergency): Ended {
  const { id, kind, messages, ownPin, isDecoy, isDisguised } = emergency;
  const isOwn = kind === "real" && code === "own";
  return {
    id,
    kind,
    isByOwner: code === "own" || ownPin === "",
    isOwn,
    isShown: isOwn && (isDecoy || !isDisguised),
    isAway: false,
    messages,
    closed: null,
  };
}
