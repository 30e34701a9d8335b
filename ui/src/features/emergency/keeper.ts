/** Keeps the emergency on the device: in the database, with a mirror that can be read at once. */
import * as v from "valibot";
import { changeDurable, readDurable } from "#store/durable.ts";
import {
  type EmergencyRecord,
  emergencyStateRecord,
  emergencyStateSchema,
  NO_EMERGENCY,
  writeEmergencyState,
} from "#store/emergency-state.ts";
import type { Emergency, EmergencyState } from "./machine/state.ts";
import { notified } from "./machine/steps.ts";

const NAME = "emergency";

const parse = (value: unknown): EmergencyRecord | null => {
  const result = v.safeParse(emergencyStateSchema, value);
  return result.success ? result.output : null;
};

/** The emergency as the spec's record has it. */
export function toRecord(
  emergency: Emergency,
  recording: EmergencyState["recording"],
  lockout: Pick<EmergencyRecord, "failedAttempts" | "lockoutUntil">,
) {
  const { safeWord, ...rest } = emergency;
  const record: EmergencyRecord = {
    ...NO_EMERGENCY,
    ...lockout,
    isLocked: true,
    emergencyId: emergency.id,
    triggeredBy: rest.triggeredBy,
    triggeredAt: rest.triggeredAt,
    safeWordUsed: safeWord,
    location: rest.location,
    contactsNotified: notified(emergency).map((message) => message.phoneNumber),
    isRecording: recording.phase === "on",
    recordingId: recording.phase === "on" ? recording.id : null,
    kind: rest.kind,
    isDecoy: rest.isDecoy,
    text: rest.text,
    messages: [...rest.messages],
    ownPin: rest.ownPin,
  };
  return record;
}

/** The emergency in a record, or null when none is going on. */
export function fromRecord(record: EmergencyRecord | null): Emergency | null {
  if (record === null || !record.isLocked || record.emergencyId === null) {
    return null;
  }
  return {
    id: record.emergencyId,
    kind: record.kind,
    triggeredBy: record.triggeredBy ?? "button",
    triggeredAt: record.triggeredAt ?? 0,
    safeWord: record.safeWordUsed,
    text: record.text,
    location: record.location,
    messages: record.messages,
    isDecoy: record.isDecoy,
    ownPin: record.ownPin,
  };
}

/** What became of an attempt to keep a record. */
export type Kept =
  | { readonly result: "kept" }
  /** Another tab's emergency was there first. */
  | { readonly result: "other"; readonly record: EmergencyRecord }
  /** Another tab ended this emergency. */
  | { readonly result: "ended" };

/** Keeps a going emergency; the mirror is written before this returns, the promise waits for the disk. */
export function keep(record: EmergencyRecord): Promise<Kept> {
  writeEmergencyState(record);
  return changeDurable<Kept>(NAME, (value) => {
    const before = parse(value);
    if (before?.emergencyId === record.emergencyId && !before.isLocked) {
      return { keep: before, answer: { result: "ended" } };
    }
    if (before?.isLocked && before.emergencyId !== record.emergencyId) {
      return { keep: before, answer: { result: "other", record: before } };
    }
    // A PIN that the disk has cannot be talked away by a mirror that somebody edited.
    const ownPin = before?.isLocked ? before.ownPin || record.ownPin : record.ownPin;
    return { keep: { ...record, ownPin }, answer: { result: "kept" } };
  });
}

/** Keeps that the emergency is over; its id stays, so that no slower tab brings it back. */
export async function keepEnd(emergencyId: string): Promise<void> {
  const over: EmergencyRecord = { ...NO_EMERGENCY, emergencyId };
  const isOurs = (record: EmergencyRecord | null) =>
    record === null || !record.isLocked || record.emergencyId === emergencyId;
  await changeDurable(NAME, (value) => {
    const before = parse(value);
    return { keep: isOurs(before) ? over : before, answer: undefined };
  });
  if (isOurs(emergencyStateRecord.read())) {
    writeEmergencyState(over);
  }
}

/** The emergency that the mirror knows of, at once. */
export function mirroredEmergency(): Emergency | null {
  return fromRecord(emergencyStateRecord.read());
}

/** What the disk says: an emergency is going on, or the one with this id is over. */
export type Reconciled =
  | { readonly going: Emergency }
  | { readonly going: null; readonly endedId: string | null };

/**
 * Brings disk and mirror together. The disk is right, because the mirror is easily edited and loses its last
 * seconds in a kill; only an emergency that the disk never heard of is taken from the mirror.
 */
export async function reconcile(): Promise<Reconciled> {
  const kept = parse(await readDurable(NAME));
  const mirror = emergencyStateRecord.read();
  const going = fromRecord(kept);
  if (kept !== null && going !== null) {
    // A page that is left right after the decoy was opened may not have told the disk: the lock must not come back.
    const isDecoy = kept.isDecoy || (mirror.emergencyId === kept.emergencyId && mirror.isDecoy);
    if (isDecoy === kept.isDecoy) writeEmergencyState(kept);
    else await keep({ ...kept, isDecoy });
    return { going: { ...going, isDecoy } };
  }
  const unheardOf = mirror.emergencyId === kept?.emergencyId ? null : fromRecord(mirror);
  if (unheardOf !== null) {
    await keep(mirror);
    return { going: unheardOf };
  }
  if (kept !== null && mirror.isLocked) {
    writeEmergencyState(kept);
  }
  return { going: null, endedId: kept?.emergencyId ?? null };
}
