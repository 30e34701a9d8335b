/** The current emergency on the device. */
import * as v from "valibot";
import { emergencyStateKey } from "#content/device-records.ts";
import { deviceRecord } from "#store/record.ts";

const fix = v.object({
  latitude: v.number(),
  longitude: v.number(),
  accuracy: v.number(),
  timestamp: v.number(),
  takenAt: v.optional(v.number()),
});

const message = v.object({
  name: v.string(),
  phoneNumber: v.string(),
  status: v.picklist(["prepared", "opened", "confirmed"]),
  hadPlace: v.fallback(v.boolean(), false),
  alarm: v.fallback(v.number(), 1),
  told: v.fallback(v.picklist(["nothing", "text", "place"]), "nothing"),
});

/** The record; everything after `recordingId` is ours, so that a restart finds the same emergency. */
export const emergencyStateSchema = v.object({
  isLocked: v.fallback(v.boolean(), false),
  emergencyId: v.fallback(v.nullable(v.string()), null),
  triggeredBy: v.fallback(v.nullable(v.picklist(["button", "voice", "shake"])), null),
  triggeredAt: v.fallback(v.nullable(v.number()), null),
  safeWordUsed: v.fallback(v.nullable(v.string()), null),
  location: v.fallback(v.nullable(fix), null),
  contactsNotified: v.fallback(v.array(v.string()), []),
  failedAttempts: v.fallback(v.number(), 0),
  lockoutUntil: v.fallback(v.nullable(v.number()), null),
  isRecording: v.fallback(v.boolean(), false),
  recordingId: v.fallback(v.nullable(v.string()), null),
  kind: v.fallback(v.picklist(["real", "test"]), "real"),
  isDecoy: v.fallback(v.boolean(), false),
  isDisguised: v.fallback(v.boolean(), false),
  text: v.fallback(v.string(), ""),
  messages: v.fallback(v.array(message), []),
  ownPin: v.fallback(v.string(), ""),
  alarms: v.fallback(v.number(), 1),
  alarmedAt: v.fallback(v.number(), 0),
  alarmDueAt: v.fallback(v.nullable(v.number()), null),
  // A later time is no time, and no code would be typed after it.
  calledAt: v.fallback(v.pipe(v.number(), v.maxValue(9e15)), 0),
  sequence: v.fallback(v.number(), 0),
  joined: v.fallback(v.array(v.string()), []),
  /** The highest sequence of an emergency that is known to be over. */
  lastEnd: v.fallback(v.number(), 0),
  /** When the code of that end was typed; later than any clock says where that is not known, as after an earlier release. */
  endedAt: v.fallback(v.number(), 9e15),
  /** Whether the own PIN ended a real one: guardians are told that it is over. */
  isOwnEnd: v.fallback(v.boolean(), false),
});

/** The emergency state as stored. */
export type EmergencyRecord = v.InferOutput<typeof emergencyStateSchema>;

/** No emergency. */
export const NO_EMERGENCY: EmergencyRecord = v.parse(emergencyStateSchema, {});

/** The record under `emergencyState`: a mirror of what IndexedDB keeps, read first at a start. */
export const emergencyStateRecord = deviceRecord<EmergencyRecord>({
  key: emergencyStateKey,
  fallback: NO_EMERGENCY,
  schema: emergencyStateSchema,
});

/** Whether the heart monitor is in front of an emergency. */
export const isBehindMonitor = ({ isLocked, isDecoy, isDisguised }: EmergencyRecord): boolean =>
  isLocked && (isDecoy || isDisguised);

/** Makes room in a full storage; false when there is nothing to give up. */
let makeRoom = () => false;

/** Says what is given up for the emergency's state where the storage is full. */
export function onFullStorage(giveUp: () => boolean): void {
  makeRoom = giveUp;
}

/** Writes the state even into a full storage, by giving up copies of recordings that were read back from elsewhere. */
export function writeEmergencyState(state: EmergencyRecord): boolean {
  while (!emergencyStateRecord.write(state)) {
    if (!makeRoom()) {
      return false;
    }
  }
  return true;
}
