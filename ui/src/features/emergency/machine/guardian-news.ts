/** The emergency machine's effects for guardians: what they are told of it. */

import type { UnlockingCode } from "./inputs.ts";
import type { Emergency, EmergencyEffect, GuardianNewsKind, TellGuardians } from "./state.ts";

/** Notes what the guardians are to be told. The same twice is told once. */
export const tell = (
  { id, kind }: Pick<Emergency, "id" | "kind">,
  what: GuardianNewsKind,
): TellGuardians => ({
  type: "tell-guardians",
  emergencyId: id,
  kind,
  what,
});

/** Notes that help was asked for again. The time of the alarm says which one it is, whoever notes it. */
export const tellAgain = (emergency: Emergency): EmergencyEffect => ({
  ...tell(emergency, "again"),
  alarmedAt: emergency.alarmedAt,
});

/**
 * What a code tells. The demo PIN is public: typed in a real emergency it means danger, also where it ends it because
 * the person has no PIN of their own.
 */
export function toldBy(code: UnlockingCode, emergency: Emergency): TellGuardians {
  const isOwner = code === "own" || emergency.kind === "test";
  return tell(emergency, isOwner ? "ended" : "opened");
}

/**
 * An end by the own PIN of which guardians may know already, or not even the beginning: the page before may have been killed before it
 * told them, a full disk may have lost it, or the emergency gave way to the one that ended.
 */
export const endToldOnce = (emergencyId: string, endedAt: number): TellGuardians => ({
  ...tell({ id: emergencyId, kind: "real" }, "ended"),
  endedAt,
  needsBeginning: true,
});

/** What a page tells that finds an emergency: the one that was killed before may not have noted it. */
export function toldOnReturn(emergency: Emergency): EmergencyEffect[] {
  return [
    ...(emergency.alarms > 1 ? [tellAgain(emergency)] : []),
    ...(emergency.isDecoy ? [tell(emergency, "opened")] : []),
  ];
}
