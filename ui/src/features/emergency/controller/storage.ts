/** Stores the emergency: in the database, with a mirror in local storage that can be read at once. */
import { emergencyStateName as NAME } from "#content/device-records.ts";
import { type EmergencyRecord, NO_EMERGENCY } from "#store/emergency/emergency-state.ts";
import type { NotedEnds } from "#store/emergency/end-note.ts";
import { type Decision, isSame } from "#store/two-homes.ts";
import type { Devices } from "../devices/devices.ts";
import { givesWay, merged } from "../machine/accounts.ts";
import type { Emergency, EmergencyEvent, EmergencyState } from "../machine/state.ts";
import {
  fromRecord,
  knowsEnd,
  type MirroredLockout,
  notedEndOf,
  overRecord,
  parseRecord as parse,
  togetherRecords,
  toRecord,
  withAccount,
} from "./records.ts";

/** What became of an attempt to store an emergency. */
export type Stored =
  | {
      readonly result: "stored";
      /** Whether the database has it. Where only local storage does, it is to be stored again. */
      readonly isKept: boolean;
      /** The emergency's sequence, above every end that is known. */
      readonly sequence: number;
    }
  /** Another tab's emergency was there first. */
  | { readonly result: "other"; readonly other: Emergency }
  /** Another tab ended this emergency, with a code that was typed at `endedAt`. */
  | {
      readonly result: "ended";
      readonly other: Emergency | null;
      readonly endedAt: number;
    };

/**
 * Writes the mirror, in which nothing is taken back of what another tab wrote: neither an end that it knows of, nor that
 * an emergency is real. The record's own word counts more, because the mirror is easily edited.
 */
function writeMirror(devices: Devices, record: EmergencyRecord): void {
  const before = devices.readMirror();
  const lastEnd = Math.max(record.lastEnd, before.lastEnd);
  const [ours, theirs] = [fromRecord(record), fromRecord(before)];
  // Another tab may have ended it, of which this one has not heard.
  if (ours !== null && theirs === null && ours.id === before.emergencyId) return;
  if (ours === null || theirs === null || givesWay(theirs, ours)) {
    devices.writeMirror({ ...record, lastEnd });
  } else if (ours.id === theirs.id) {
    devices.writeMirror({ ...withAccount(record, merged(theirs, ours)), lastEnd });
  }
}

/** Stores a record; `isNew` is whether nothing of its emergency was stored before. */
function storeRecord(devices: Devices, record: EmergencyRecord, isNew: boolean): Promise<Stored> {
  writeMirror(devices, record);
  const decide = (value: unknown, isFromDatabase: boolean): Decision<Stored> => {
    const before = parse(value);
    const [ours, going] = [fromRecord(record), fromRecord(before)];
    const { lastEnd, endedAt } = before ?? NO_EMERGENCY;
    const isOver =
      before?.emergencyId === record.emergencyId
        ? !before.isLocked
        : !isNew && record.sequence <= lastEnd;
    if (ours === null || isOver) {
      const other = isFromDatabase && going?.id !== record.emergencyId ? going : null;
      return { keep: before, answer: { result: "ended", other, endedAt } };
    }
    // What local storage alone has of another emergency may be over for long.
    const theirs = isFromDatabase || going?.id === ours.id ? going : null;
    const both = theirs === null ? ours : merged(ours, theirs, devices.isSealedPin);
    // A new one is above every end, also where its page had not read the database yet and the clock was set back.
    const emergency = { ...both, sequence: Math.max(both.sequence, lastEnd + 1) };
    const isOurs = emergency.id === ours.id && emergency.kind === ours.kind;
    const rest = isOurs || before === null ? record : before;
    const keep = { ...withAccount(rest, emergency), lastEnd };
    if (!isOurs) return { keep, answer: { result: "other", other: emergency } };
    return {
      keep,
      answer: { result: "stored", isKept: isFromDatabase, sequence: emergency.sequence },
    };
  };
  return devices.changeDurable(NAME, decide, togetherRecords);
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
 * Stores that the emergency is over, `by` a code that was typed; its id and its sequence stay, so that neither a
 * slower tab nor an older mirror brings it back. The screen says at once that it is over, so local storage knows it at once
 * too. Where the database has not confirmed that it was on, local storage alone is told: `reconcile` tells the database,
 * once that has said what it had.
 */
export async function storeEnd(
  devices: Devices,
  { id: emergencyId, sequence, joined: ours }: Emergency,
  isConfirmed: boolean,
  by: Pick<EmergencyRecord, "endedAt" | "isOwnEnd">,
): Promise<void> {
  const isOurs = (record: EmergencyRecord) =>
    !record.isLocked || record.emergencyId === emergencyId;
  const overAfter = (before: EmergencyRecord): EmergencyRecord => {
    if (!isOurs(before)) return before;
    const joined = before.isLocked ? before.joined : [...ours];
    const lastEnd = Math.max(sequence, before.sequence, before.lastEnd);
    return overRecord({ emergencyId, joined, ...by }, lastEnd);
  };
  const end = (value: unknown) => {
    const keep = overAfter(parse(value) ?? NO_EMERGENCY);
    return { keep, answer: keep };
  };
  const endMirror = (over: EmergencyRecord) => {
    if (isOurs(devices.readMirror())) devices.writeMirror(over);
  };
  if (!isConfirmed) return endMirror(devices.changeMirrored(NAME, end));
  endMirror(overAfter(devices.readMirror()));
  endMirror(await devices.changeDurableAtOnce(NAME, end, togetherRecords));
}

/** What is stored, as the machine is told it. */
export type StoredNews = Extract<EmergencyEvent, { type: "restored" | "ends-known" }>;

/** What the record says: an emergency is on, or the one with this id is over. */
function newsOf(
  devices: Devices,
  record: EmergencyRecord | null,
  from: StoredNews["from"],
  wasOn: string | null = null,
): StoredNews {
  const emergency = fromRecord(record);
  if (emergency !== null) return { type: "restored", emergency, from };
  const { emergencyId: endedId, lastEnd, endedAt, isOwnEnd, joined } = record ?? NO_EMERGENCY;
  const end = { endedId, lastEnd, endedAt, isOwnEnd, joined };
  return { type: "ends-known", ...end, from, wasOn, at: devices.wallTime() };
}

/** What the mirror knows, at once. */
export function mirroredNews(devices: Devices): StoredNews {
  return newsOf(devices, devices.readMirror(), "mirror");
}

/**
 * Brings disk and mirror together, and says what is stored. The disk is right, because the mirror is easily edited and
 * loses its last seconds in a kill; only an emergency that the disk never heard of is taken from the mirror. While the
 * database does not answer, the news is from local storage alone, and this is to be asked again.
 */
export async function reconcile(devices: Devices): Promise<StoredNews> {
  const { value, row } = await devices.readHomes(NAME, togetherRecords);
  const kept = parse(value);
  const mirror = devices.readMirror();
  const copy = kept !== null && knowsEnd(kept, mirror) ? null : fromRecord(mirror);
  const going = fromRecord(kept);
  if (row === null)
    return newsOf(devices, going === null && copy !== null ? mirror : kept, "mirror");
  const wasOn = fromRecord(parse(row.value))?.id ?? null;
  if (kept !== null && going !== null) {
    const { failedAttempts, lockoutUntil } = mirror;
    // A page that is left right after a change, or killed, may have told the mirror alone.
    const both = copy === null ? going : merged(copy, going);
    const told = withAccount(kept, both);
    if (isSame(told, kept)) devices.writeMirror({ ...kept, failedAttempts, lockoutUntil });
    else await storeRecord(devices, told, false);
    return newsOf(devices, told, "database", wasOn);
  }
  if (copy !== null) await storeRecord(devices, mirror, true);
  else if (kept !== null && mirror.isLocked) devices.writeMirror(kept);
  return newsOf(devices, copy === null ? kept : mirror, "database", wasOn);
}

/**
 * Stores the end of an emergency that is stored as on, where it is noted beside that; resolves to whether it is. A call for help may
 * come meanwhile, in another tab, or here, which `isOn` says: both are looked at in the transaction.
 */
export async function endAsNoted(
  devices: Devices,
  emergency: Emergency,
  ends: NotedEnds,
  isOn: () => boolean,
): Promise<boolean> {
  const endOf = (on: Emergency) => notedEndOf(on, ends, devices.wallTime());
  const end = (value: unknown, isFromDatabase: boolean): Decision<undefined> => {
    const before = parse(value);
    const on = isFromDatabase && !isOn() ? fromRecord(before) : null;
    const over = on && endOf(on);
    const by = over && { endedAt: over.at, isOwnEnd: over.isOwn, joined: [...on.joined] };
    const keep = by ? overRecord({ emergencyId: on.id, ...by }, on.sequence) : value;
    return { keep, answer: undefined };
  };
  const isNoted = endOf(emergency) !== undefined;
  if (isNoted) await devices.changeDurable(NAME, end, togetherRecords);
  return isNoted;
}
