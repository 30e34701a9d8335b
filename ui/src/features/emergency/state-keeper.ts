/** Stores the emergency: in the database, with a mirror in local storage that can be read at once. */
import * as v from "valibot";
import {
  type EmergencyRecord,
  emergencyStateSchema,
  NO_EMERGENCY,
} from "#store/emergency-state.ts";
import type { Devices } from "./devices.ts";
import { notified } from "./machine/messages.ts";
import type { Emergency, EmergencyEvent, EmergencyState } from "./machine/state.ts";

const NAME = "emergency";

/** The record's two fields on wrong PINs. */
type MirroredLockout = Pick<EmergencyRecord, "failedAttempts" | "lockoutUntil">;

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
    contactsNotified: notified(emergency).map((message) => message.phoneNumber),
    isRecording: recording.phase === "on",
    recordingId: recording.phase === "on" ? recording.id : null,
  };
}

/** The emergency in a record, or null when none is on. */
function fromRecord(record: EmergencyRecord | null): Emergency | null {
  if (record === null || !record.isLocked || record.emergencyId === null) return null;
  const { kind, text, location, messages, isDecoy, ownPin } = record;
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
    ownPin,
  };
}

function parse(value: unknown): EmergencyRecord | null {
  const result = v.safeParse(emergencyStateSchema, value);
  return result.success ? result.output : null;
}

/** What became of an attempt to store a record. */
type Stored =
  | { readonly result: "stored" }
  /** Another tab's emergency was there first. */
  | { readonly result: "other"; readonly record: EmergencyRecord }
  /** Another tab ended this emergency. */
  | { readonly result: "ended" };

/** Stores an emergency that is on; the mirror is written before this returns, the promise waits for the disk. */
function store(devices: Devices, record: EmergencyRecord): Promise<Stored> {
  devices.writeMirror(record);
  return devices.changeDurable<Stored>(NAME, (value) => {
    const before = parse(value);
    if (before?.emergencyId === record.emergencyId && !before.isLocked) {
      return { keep: before, answer: { result: "ended" } };
    }
    if (before?.isLocked && before.emergencyId !== record.emergencyId) {
      return { keep: before, answer: { result: "other", record: before } };
    }
    // The PIN that the disk has stays, whatever somebody wrote into the mirror.
    const ownPin = before?.isLocked ? before.ownPin || record.ownPin : record.ownPin;
    return { keep: { ...record, ownPin }, answer: { result: "stored" } };
  });
}

/** Stores that the emergency is over; its id stays, so that no slower tab brings it back. */
async function storeEnd(devices: Devices, emergencyId: string): Promise<void> {
  const over: EmergencyRecord = { ...NO_EMERGENCY, emergencyId };
  const isOurs = (record: EmergencyRecord | null) =>
    record === null || !record.isLocked || record.emergencyId === emergencyId;
  await devices.changeDurable(NAME, (value) => {
    const before = parse(value);
    return { keep: isOurs(before) ? over : before, answer: undefined };
  });
  if (isOurs(devices.readMirror())) devices.writeMirror(over);
}

/** What the disk says: an emergency is on, or the one with this id is over. */
type Reconciled =
  | { readonly going: Emergency }
  | { readonly going: null; readonly endedId: string | null };

/**
 * Brings disk and mirror together. The disk is right, because the mirror is easily edited and loses its last
 * seconds in a kill; only an emergency that the disk never heard of is taken from the mirror.
 */
async function reconcile(devices: Devices): Promise<Reconciled> {
  const kept = parse(await devices.readDurable(NAME));
  const mirror = devices.readMirror();
  const going = fromRecord(kept);
  if (kept !== null && going !== null) {
    // A page that is left right after a decoy unlock may not have told the disk: the lock must not come back.
    const isDecoy = kept.isDecoy || (mirror.emergencyId === kept.emergencyId && mirror.isDecoy);
    if (isDecoy === kept.isDecoy) devices.writeMirror(kept);
    else await store(devices, { ...kept, isDecoy });
    return { going: { ...going, isDecoy } };
  }
  const unheardOf = mirror.emergencyId === kept?.emergencyId ? null : fromRecord(mirror);
  if (unheardOf !== null) {
    await store(devices, mirror);
    return { going: unheardOf };
  }
  if (kept !== null && mirror.isLocked) devices.writeMirror(kept);
  return { going: null, endedId: kept?.emergencyId ?? null };
}

/** What the keeper is given. */
export interface KeeperPlan {
  readonly devices: Devices;
  readonly getState: () => EmergencyState;
  readonly report: (event: EmergencyEvent) => void;
  readonly lockoutNow: () => MirroredLockout;
}

/** Stores the emergency of one page. */
export interface StateKeeper {
  /** Stores the state as it is now; `before` is what it was. Reports what other tabs stored first. */
  readonly keep: (before: EmergencyState) => void;
  /** Settles with the last write. */
  readonly settled: () => Promise<unknown>;
  /** Writes the mirror alone. */
  readonly mirror: () => void;
  /** The emergency that the mirror knows of, at once. */
  readonly mirrored: () => Emergency | null;
  /** What the disk knows, with the mirror made to agree. */
  readonly reconcile: () => Promise<Reconciled>;
}

/** Makes a keeper; nothing is written before it is asked to. */
export function createKeeper({ devices, getState, report, lockoutNow }: KeeperPlan): StateKeeper {
  let settled: Promise<unknown> = Promise.resolve();
  const record = () => {
    const { emergency, recording } = getState();
    return emergency === null ? null : toRecord(emergency, recording, lockoutNow());
  };
  const keepGoing = async (going: EmergencyRecord, emergencyId: string) => {
    const stored = await store(devices, going);
    const theirs = stored.result === "other" ? fromRecord(stored.record) : null;
    if (theirs !== null) {
      report({ type: "restored", emergency: theirs });
    } else if (stored.result === "ended") {
      report({ type: "ended-elsewhere", emergencyId });
    } else {
      devices.tellOtherTabs();
      report({ type: "state-kept", emergencyId });
    }
  };
  return {
    keep: (before) => {
      const going = record();
      const id = before.emergency?.id;
      if (going?.emergencyId != null) settled = keepGoing(going, going.emergencyId);
      else if (id !== undefined) settled = storeEnd(devices, id).then(devices.tellOtherTabs);
    },
    settled: () => settled,
    mirror: () => {
      const going = record();
      if (going !== null) devices.writeMirror(going);
    },
    mirrored: () => fromRecord(devices.readMirror()),
    reconcile: () => reconcile(devices),
  };
}
