/** Stores the emergency: in the database, with a mirror in local storage that can be read at once. */
import * as v from "valibot";
import { emergencyStateName as NAME } from "#content/device-records.ts";
import {
  type EmergencyRecord,
  emergencyStateSchema,
  NO_EMERGENCY,
} from "#store/emergency-state.ts";
import type { Devices } from "./devices.ts";
import { toldContacts } from "./machine/messages.ts";
import { disguiseOf, type Emergency, type EmergencyState } from "./machine/state.ts";

/** The record's two fields on wrong PINs. */
export type MirroredLockout = Pick<EmergencyRecord, "failedAttempts" | "lockoutUntil">;

/** The emergency as the record has it. */
function toRecord(
  emergency: Emergency,
  recording: EmergencyState["recording"],
  lockout: MirroredLockout,
): EmergencyRecord {
  const { id, safeWord, messages, ...rest } = emergency;
  return {
    ...NO_EMERGENCY,
    ...lockout,
    ...rest,
    isLocked: true,
    emergencyId: id,
    safeWordUsed: safeWord,
    messages: [...messages],
    contactsNotified: toldContacts(emergency).map((message) => message.phoneNumber),
    isRecording: recording.phase === "on",
    recordingId: recording.phase === "on" ? recording.id : null,
  };
}

/** The emergency in a record, or null when none is on. */
function fromRecord(record: EmergencyRecord | null): Emergency | null {
  if (record === null || !record.isLocked || record.emergencyId === null) return null;
  const { kind, text, location, messages, isDecoy, isDisguised, ownPin } = record;
  const { alarms, alarmedAt, sequence } = record;
  return {
    id: record.emergencyId,
    kind,
    triggeredBy: record.triggeredBy ?? "button",
    triggeredAt: record.triggeredAt ?? 0,
    safeWord: record.safeWordUsed,
    text,
    location,
    messages,
    isDecoy,
    isDisguised,
    ownPin,
    alarms,
    alarmedAt,
    sequence,
  };
}

function parse(value: unknown): EmergencyRecord | null {
  const result = v.safeParse(emergencyStateSchema, value);
  return result.success ? result.output : null;
}

/** What became of an attempt to store an emergency. */
export type Stored =
  | { readonly result: "stored" }
  /** Another tab's emergency was there first. */
  | { readonly result: "other"; readonly emergency: Emergency }
  /** Another tab ended this emergency. */
  | { readonly result: "ended" };

/** A record of an emergency with what was known of its disguise before, of which the tab that writes may not have heard. */
function keepingDisguise(record: EmergencyRecord, before: EmergencyRecord | null): EmergencyRecord {
  if (before?.isLocked !== true || before.emergencyId !== record.emergencyId) return record;
  return { ...record, ...disguiseOf(record, before) };
}

const writeMirror = (devices: Devices, record: EmergencyRecord) =>
  devices.writeMirror(keepingDisguise(record, devices.readMirror()));

/** Stores a record; `isNew` is whether nothing of its emergency was stored before. */
function storeRecord(devices: Devices, record: EmergencyRecord, isNew: boolean): Promise<Stored> {
  writeMirror(devices, record);
  return devices.changeDurable<Stored>(NAME, (value) => {
    const before = parse(value);
    if (before?.emergencyId === record.emergencyId && !before.isLocked) {
      return { keep: before, answer: { result: "ended" } };
    }
    const going = fromRecord(before);
    const lastEnd = before?.lastEnd ?? 0;
    if (going === null && !isNew && record.sequence <= lastEnd) {
      return { keep: before, answer: { result: "ended" } };
    }
    if (going !== null && going.id !== record.emergencyId) {
      return { keep: before, answer: { result: "other", emergency: going } };
    }
    if (going?.kind === "real" && record.kind === "test") {
      // Another tab made this test a real emergency meanwhile.
      return { keep: before, answer: { result: "other", emergency: going } };
    }
    // The PIN that the disk has stays, whatever somebody wrote into the mirror; one in clear gives way to its hash.
    const isHashed =
      devices.isSealedPin(record.ownPin) && !devices.isSealedPin(before?.ownPin ?? "");
    const keeps = before?.isLocked === true && before.ownPin !== "" && !isHashed;
    const ownPin = keeps ? before.ownPin : record.ownPin;
    // A new one is above every end, also where its page had not read the database yet and the clock was set back.
    const sequence = Math.max(record.sequence, lastEnd + 1);
    return {
      keep: keepingDisguise({ ...record, ownPin, sequence, lastEnd }, before),
      answer: { result: "stored" },
    };
  });
}

/** Writes the mirror alone. */
export function mirrorEmergency(
  devices: Devices,
  { emergency, recording }: EmergencyState,
  lockout: MirroredLockout,
): void {
  if (emergency !== null) writeMirror(devices, toRecord(emergency, recording, lockout));
}

/** Stores an emergency that is on. The mirror is written before this returns; the promise waits for the disk. */
export function storeEmergency(
  devices: Devices,
  emergency: Emergency,
  recording: EmergencyState["recording"],
  lockout: MirroredLockout,
  isNew: boolean,
): Promise<Stored> {
  return storeRecord(devices, toRecord(emergency, recording, lockout), isNew);
}

/**
 * Stores that the emergency is over; its id and its sequence stay, so that neither a slower tab nor an older mirror
 * brings it back. The screen says at once that it is over, so local storage knows it at once too.
 */
export async function storeEnd(devices: Devices, emergency: Emergency): Promise<void> {
  const { id: emergencyId, sequence } = emergency;
  const isOurs = (record: EmergencyRecord | null) =>
    record === null || !record.isLocked || record.emergencyId === emergencyId;
  const overAfter = (before: EmergencyRecord | null): EmergencyRecord => {
    if (before !== null && !isOurs(before)) return before;
    const lastEnd = Math.max(sequence, before?.sequence ?? 0, before?.lastEnd ?? 0);
    return { ...NO_EMERGENCY, emergencyId, sequence: lastEnd, lastEnd };
  };
  const over = await devices.changeDurableAtOnce(NAME, (value) => {
    const keep = overAfter(parse(value));
    return { keep, answer: keep };
  });
  if (isOurs(devices.readMirror())) devices.writeMirror(over);
}

/** The emergency that the mirror knows of, at once. */
export function mirroredEmergency(devices: Devices): Emergency | null {
  return fromRecord(devices.readMirror());
}

/** What the disk says: an emergency is on, or the one with this id is over. */
type Reconciled =
  | { readonly going: Emergency }
  | { readonly going: null; readonly endedId: string | null; readonly lastEnd: number };

/**
 * Brings disk and mirror together. The disk is right, because the mirror is easily edited and loses its last
 * seconds in a kill; only an emergency that the disk never heard of is taken from the mirror.
 */
export async function reconcile(devices: Devices): Promise<Reconciled> {
  const kept = parse(await devices.readDurable(NAME));
  const mirror = devices.readMirror();
  const going = fromRecord(kept);
  if (kept !== null && going !== null) {
    const isSame = mirror.emergencyId === kept.emergencyId;
    if (isSame && mirror.kind === "real" && kept.kind === "test") {
      // A page that was killed right after a test became real may not have told the disk.
      await storeRecord(devices, mirror, false);
      const made = fromRecord(mirror) ?? going;
      return { going: { ...made, ownPin: going.ownPin || made.ownPin } };
    }
    // A page that is left right after a decoy unlock, or after the disguise was opened, may not have told the disk.
    const { isDecoy, isDisguised } = isSame ? disguiseOf(kept, mirror) : kept;
    const isTold = isDecoy === kept.isDecoy && isDisguised === kept.isDisguised;
    if (isTold) devices.writeMirror(kept);
    else await storeRecord(devices, { ...kept, isDecoy, isDisguised }, false);
    return { going: { ...going, isDecoy, isDisguised } };
  }
  const lastEnd = kept?.lastEnd ?? 0;
  const unheardOf = kept !== null && mirror.sequence <= lastEnd ? null : fromRecord(mirror);
  if (unheardOf !== null) {
    await storeRecord(devices, mirror, true);
    return { going: unheardOf };
  }
  if (kept !== null && mirror.isLocked) devices.writeMirror(kept);
  return { going: null, endedId: kept?.emergencyId ?? null, lastEnd };
}
