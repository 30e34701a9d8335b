/** The emergency machine's steps for what is stored: by an earlier page, or by another tab. */
import { begin, holdOf, OPEN_LOCK, starting } from "./beginning.ts";
import { FINISH, over } from "./ended.ts";
import { toldOnReturn } from "./guardian-news.ts";
import { merged } from "./messages.ts";
import {
  type Emergency,
  type EmergencyEffect,
  type EmergencyEvent,
  type EmergencyState,
  isHidden,
} from "./state.ts";
import { andThen, type Step, same, step } from "./step.ts";

/** What an emergency of an earlier page begins with, once the database confirms that it is on. */
const resume = (emergency: Emergency): EmergencyEffect[] => [
  ...begin(emergency, true),
  ...toldOnReturn(emergency),
];

/**
 * An emergency that local storage, the database or another tab knows of. By local storage alone only its lock is shown:
 * browsers write that late, so after a kill it may hold an emergency that ended.
 */
export function restored(
  before: EmergencyState,
  { emergency: theirs, from }: Extract<EmergencyEvent, { type: "restored" }>,
): Step {
  const state = { ...before, isRead: before.isRead || from === "database" };
  const ours = state.emergency;
  if (theirs.id === state.endedId) return same(state);
  if (ours === null) {
    const isConfirmed = from === "database";
    return step(
      { ...starting(state, theirs), isConfirmed },
      ...holdOf(theirs),
      ...(isConfirmed ? resume(theirs) : []),
    );
  }
  if (from === "database" && !state.isConfirmed) {
    const confirmed = restoredBeside({ ...state, isConfirmed: true }, ours, theirs);
    return andThen(confirmed, (now) => step(now, ...resume(now.emergency ?? theirs)));
  }
  return restoredBeside(state, ours, theirs);
}

/** Another account of the emergency that is on, or another tab's emergency that was first. */
function restoredBeside(state: EmergencyState, ours: Emergency, theirs: Emergency): Step {
  const isSame = ours.id === theirs.id;
  const emergency = isSame ? merged(ours, theirs) : theirs;
  const isFreed = isHidden(emergency) && !isHidden(ours);
  const isOpened = isHidden(ours) && !isHidden(emergency);
  return step(
    // Another tab's emergency was first: its message is that tab's to open.
    {
      ...state,
      emergency,
      newest: Math.max(state.newest, theirs.sequence),
      awaits: isSame ? state.awaits : null,
    },
    ...(isSame ? [] : [{ type: "adopt", emergencyId: theirs.id } as const]),
    ...(isFreed ? [{ type: "release-page" } as const] : []),
    ...(isOpened ? OPEN_LOCK : []),
  );
}

/**
 * What the database says is over ends here too. An emergency that this page began ends only by its own end: it may have
 * begun before the page knew of any, on a clock that is behind the one of the last end.
 */
export function endsKnown(
  state: EmergencyState,
  { endedId, lastEnd }: Extract<EmergencyEvent, { type: "ends-known" }>,
): Step {
  const known = { ...state, isRead: true, newest: Math.max(state.newest, lastEnd) };
  const { emergency, isConfirmed } = state;
  if (emergency === null) return same(known);
  const isOver = emergency.id === endedId || (!isConfirmed && emergency.sequence <= lastEnd);
  return isOver ? step(over(known), ...FINISH) : same(known);
}
