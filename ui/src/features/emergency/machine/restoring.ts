/** The emergency machine's steps for what is stored: by an earlier page, or by another tab. */
import { storageLimits } from "#content/limits.ts";
import { givesWay, merged } from "./accounts.ts";
import { alarmedAgain, waitForAlarm } from "./alarms.ts";
import { begin, holdOf, OPEN_LOCK, starting, triggered } from "./beginning.ts";
import { FINISH, reset } from "./ended.ts";
import { endToldOnce, toldOnReturn } from "./guardian-news.ts";
import type { EndsKnown, HeardEnd } from "./inputs.ts";
import {
  type Emergency,
  type EmergencyEffect,
  type EmergencyEvent,
  type EmergencyState,
  isHidden,
  type TellGuardians,
} from "./state.ts";
import { andThen, noEffects, type Step, step } from "./step.ts";

/** What an emergency of an earlier page begins with, once the database confirms that it is on. */
const resume = (emergency: Emergency): EmergencyEffect[] => [
  ...begin(emergency, true),
  ...toldOnReturn(emergency),
];

/**
 * An emergency that local storage, the database or another tab knows of. By local storage alone only its lock is shown:
 * browsers write that late, so after a kill it may hold an emergency that ended.
 */
export function restored(before: EmergencyState, event: Restored): Step {
  if (event.from === "mirror") return restoredAs(before, event);
  const known = { ...before, isRead: true, untold: [] };
  const others = before.untold.filter(({ emergencyId }) => emergencyId !== event.emergency.id);
  const untold = others.map((news) => surelyTold(news, null));
  return andThen(restoredAs(known, event), (now) => step(now, ...untold));
}

type Restored = Extract<EmergencyEvent, { type: "restored" }>;

function restoredAs(state: EmergencyState, { emergency: theirs, from }: Restored): Step {
  const isSure = from === "database";
  const ours = state.emergency;
  if (theirs.id === state.endedId) return noEffects(state);
  // What local storage alone has gives way to whatever the database has.
  if (ours === null || (isSure && !state.isConfirmed && ours.id !== theirs.id)) {
    const isFreed = ours !== null && isHidden(theirs);
    return step(
      { ...starting(state, theirs), isConfirmed: isSure },
      ...(isFreed ? [{ type: "release-page" } as const] : holdOf(theirs)),
      ...(isSure ? [...resume(theirs), ...waitForAlarm(theirs)] : []),
    );
  }
  const { alarmDueAt: awaited, ownPin } = ours;
  if (!isSure && ours.id !== theirs.id) return noEffects(state);
  // Local storage is easily edited: no PIN is learned from it.
  const account = isSure ? theirs : { ...theirs, ownPin };
  if (!isSure || state.isConfirmed)
    return restoredBeside(state, { ours, theirs: account, awaited });
  // By local storage alone no alarm was waited for.
  const sure = { ...state, isConfirmed: true };
  const confirmed = restoredBeside(sure, { ours, theirs, awaited: null });
  return andThen(confirmed, (now) => step(now, ...resume(now.emergency ?? theirs)));
}

/** Two accounts of the emergency, and the due alarm for which this page waits already. */
interface Accounts {
  readonly ours: Emergency;
  readonly theirs: Emergency;
  readonly awaited: number | null;
}

/** Another account of the emergency that is on, or another tab's emergency that was first. */
function restoredBeside(state: EmergencyState, { ours, theirs, awaited }: Accounts): Step {
  const isSame = ours.id === theirs.id;
  // The disk makes one real emergency of both, or knows that ours is over.
  if (!isSame && !givesWay(ours, theirs)) return step(state, { type: "keep" });
  const emergency = merged(ours, theirs);
  // Another tab's emergency was first, and its message is that tab's to open: unless that was a test, which ours made real.
  const isOurs = theirs.triggeredAt === ours.triggeredAt && ours.triggeredBy === "button";
  const isFreed = isHidden(emergency) && !isHidden(ours);
  const isOpened = isHidden(ours) && !isHidden(emergency);
  const hasNewAlarm = state.isConfirmed && !(isSame && emergency.alarmDueAt === awaited);
  const adopted = step(
    {
      ...state,
      emergency,
      newest: Math.max(state.newest, theirs.sequence),
      awaits: isSame || isOurs ? state.awaits : null,
    },
    ...(isSame ? [] : [{ type: "adopt", emergencyId: theirs.id } as const]),
    ...(isFreed ? [{ type: "release-page" } as const] : []),
    ...(isOpened ? OPEN_LOCK : []),
    ...(hasNewAlarm ? waitForAlarm(emergency) : []),
  );
  return isSame ? adopted : andThen(adopted, (now) => calledAgain(now, ours));
}

/** A call for help that found another emergency going on is another alarm in that one, unless both are one call. */
function calledAgain(state: EmergencyState, { kind, alarmedAt }: Emergency): Step {
  const at = Math.max(alarmedAt, state.call?.at ?? 0);
  if (state.emergency === null || at < state.emergency.alarmedAt) return noEffects(state);
  const again = alarmedAgain(state, { kind, at });
  const { emergency } = again.state;
  if (again.state === state || emergency === null) return again;
  const called = { ...emergency, calledAt: Math.max(at, emergency.calledAt) };
  return step({ ...again.state, emergency: called }, { type: "keep" }, ...again.effects);
}

/**
 * Whether a call for help came after an end. An end is later than every call of which its page knew. Where its time is not
 * known, or the clock was set back since, a call that was made just now is taken as one after it.
 */
function isAfter(callAt: number, { endedAt, at }: HeardEnd): boolean {
  const isJustNow = callAt <= at && callAt > at - storageLimits.databasePatienceMs;
  return callAt >= endedAt || (endedAt > at && isJustNow);
}

/**
 * The emergency ended elsewhere, and is over here too. A call for help that came after the end, and still found it on here,
 * begins another one.
 */
export function endedElsewhere(state: EmergencyState, end: HeardEnd): Step {
  const { emergency, call } = state;
  if (emergency === null) return noEffects(state);
  const over = reset(state);
  // One that is over is over with the call that began it.
  const isOther = call !== null && call.id !== emergency.id;
  if (!isOther || !isAfter(call.at, end)) return step(over, ...FINISH);
  return andThen(step(over, { type: "keep" }, ...FINISH), (now) =>
    triggered(now, { trigger: call }),
  );
}

/**
 * What is known to be over ends here too. An emergency that this page began may have begun before the page knew of any, on a
 * clock that is behind the one of the last end: the disk knows whether it is over.
 */
export function endsKnown(state: EmergencyState, event: EndsKnown): Step {
  const { endedId, lastEnd, from, wasOn, isOwnEnd, joined, endedAt } = event;
  const isSure = from === "database";
  // What ended here was told here, and what began here goes on.
  const told = ({ emergency: on }: EmergencyState) =>
    (isSure && !state.isRead && isOwnEnd ? [endedId, ...joined] : []).flatMap((id) =>
      id === null || id === state.endedId || id === on?.id ? [] : endToldOnce(id, endedAt),
    );
  const known = {
    ...state,
    isRead: state.isRead || isSure,
    newest: Math.max(state.newest, lastEnd),
    untold: isSure ? [] : state.untold,
  };
  const { emergency, isConfirmed } = state;
  const untold = isSure ? state.untold.map((news) => surelyTold(news, wasOn)) : [];
  if (emergency !== null) {
    const isPassed = emergency.sequence <= lastEnd;
    const isOver = emergency.id === endedId || (isPassed && !isConfirmed);
    const after = isOver
      ? endedElsewhere(known, event)
      : step(known, ...(isPassed ? [{ type: "keep" } as const] : []));
    return andThen(after, (now) => step(now, ...untold, ...told(now)));
  }
  return step(known, ...untold, ...told(known));
}

/** What is told of an emergency that ended before the database had answered; `wasOn` is the one that it had as on. */
const surelyTold = (news: TellGuardians, wasOn: string | null): TellGuardians =>
  news.emergencyId === wasOn ? news : { ...news, needsBeginning: true };

/** The emergency with the sequence that the disk gave it, so that no mirror has it below an end. */
export function withSequence(state: EmergencyState, sequence: number): EmergencyState {
  const { emergency } = state;
  if (emergency === null || emergency.sequence >= sequence) return state;
  const newest = Math.max(state.newest, sequence);
  return { ...state, emergency: { ...emergency, sequence }, newest };
}

/** A step without what it tells of an emergency that the database has not confirmed; after an end that is told later. */
export function onlyConfirmed(before: EmergencyState, result: Step): Step {
  const { state, effects } = result;
  if (before.isConfirmed || before.emergency?.id !== (state.emergency?.id ?? state.endedId)) {
    return result;
  }
  if (state.emergency !== null && state.isConfirmed) return result;
  // What is told only after its beginning cannot be wrong.
  const isUnsure = (effect: EmergencyEffect) =>
    effect.type === "tell-guardians" && !effect.needsBeginning;
  const untold = effects.filter(isUnsure) as TellGuardians[];
  return {
    state: state.emergency === null ? { ...state, untold: [...state.untold, ...untold] } : state,
    effects: effects.filter((effect) => !isUnsure(effect)),
  };
}
