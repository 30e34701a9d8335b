/** The emergency as its record has it, and what two accounts of the record say together. */
import * as v from "valibot";
import {
  type EmergencyRecord,
  emergencyStateSchema,
  NO_EMERGENCY,
} from "#store/emergency/emergency-state.ts";
import type { NotedEnds } from "#store/emergency/end-note.ts";
import type { Together } from "#store/two-homes.ts";
import { merged } from "../machine/accounts.ts";
import { toldContacts } from "../machine/messages.ts";
import type { Emergency, EmergencyState } from "../machine/state.ts";

/** The record's two fields on wrong PINs. */
export type MirroredLockout = Pick<EmergencyRecord, "failedAttempts" | "lockoutUntil">;

/** What a record knows of an end. */
type KnownEnd = Pick<EmergencyRecord, "emergencyId" | "endedAt" | "isOwnEnd" | "joined">;

/** A record with another account of its emergency. */
export function withAccount(record: EmergencyRecord, emergency: Emergency): EmergencyRecord {
  const { id, safeWord, messages, joined, ...rest } = emergency;
  return {
    ...record,
    ...rest,
    isLocked: true,
    emergencyId: id,
    safeWordUsed: safeWord,
    messages: [...messages],
    joined: [...joined],
    contactsNotified: toldContacts(emergency).map((message) => message.phoneNumber),
  };
}

/** The emergency as the record has it. */
export function toRecord(
  emergency: Emergency,
  recording: EmergencyState["recording"],
  lockout: MirroredLockout,
): EmergencyRecord {
  const record = {
    ...NO_EMERGENCY,
    ...lockout,
    isRecording: recording.phase === "on",
    recordingId: recording.phase === "on" ? recording.id : null,
  };
  return withAccount(record, emergency);
}

/** The emergency in a record, or null when none is on. */
export function fromRecord(record: EmergencyRecord | null): Emergency | null {
  if (record === null || !record.isLocked || record.emergencyId === null) return null;
  const { isLocked, emergencyId: id, contactsNotified, safeWordUsed: safeWord, ...known } = record;
  const { failedAttempts, lockoutUntil, isRecording, recordingId, ...rest } = known;
  const { lastEnd, endedAt, isOwnEnd, ...emergency } = rest;
  const { triggeredBy, triggeredAt } = emergency;
  return {
    ...emergency,
    id,
    safeWord,
    triggeredBy: triggeredBy ?? "button",
    triggeredAt: triggeredAt ?? 0,
  };
}

/** The record in a stored value, or null when it is none. */
export function parseRecord(value: unknown): EmergencyRecord | null {
  const result = v.safeParse(emergencyStateSchema, value);
  return result.success ? result.output : null;
}

/** Whether a record knows of the end of the emergency in another one. */
export function knowsEnd(
  { isLocked, emergencyId, lastEnd }: EmergencyRecord,
  other: EmergencyRecord,
): boolean {
  return (
    (!isLocked && emergencyId === other.emergencyId) || (lastEnd > 0 && other.sequence <= lastEnd)
  );
}

/**
 * The end of an emergency among those that are noted beside its record: none where help was called in it since, and none of a time
 * that the clock has not reached, because then no call says by its time whether it came after.
 */
export const notedEndOf = (
  { id, calledAt }: Emergency,
  ends: NotedEnds,
  now: number,
): NotedEnds[number] | undefined =>
  ends.find((end) => end.id === id && calledAt < end.at && end.at <= now);

/** The record after an end; `lastEnd` is the highest sequence of an emergency that is over. */
export const overRecord = (
  { emergencyId, endedAt, isOwnEnd, joined }: KnownEnd,
  lastEnd: number,
): EmergencyRecord => ({
  ...NO_EMERGENCY,
  emergencyId,
  sequence: lastEnd,
  lastEnd,
  endedAt,
  isOwnEnd,
  joined,
});

/**
 * What the database and local storage say of the emergency together: an end that one of them knows of is an end, however
 * often the other was written since. Of an emergency that both have on, or of one that each has, neither account is lost.
 */
export const togetherRecords: Together = (row, mirrored, isMirrorNewer) => {
  const newer = isMirrorNewer ? mirrored : row;
  const [kept, copy] = [parseRecord(row), parseRecord(mirrored)];
  if (kept === null || copy === null) return newer;
  const lastEnd = Math.max(kept.lastEnd, copy.lastEnd);
  const keptOn = knowsEnd(copy, kept) ? null : fromRecord(kept);
  const copyOn = knowsEnd(kept, copy) ? null : fromRecord(copy);
  if (keptOn !== null) {
    const both = copyOn === null ? keptOn : merged(copyOn, keptOn);
    return { ...withAccount(kept, both), lastEnd };
  }
  if (copyOn !== null) return { ...copy, lastEnd };
  return overRecord(copy.lastEnd > kept.lastEnd ? copy : kept, lastEnd);
};
