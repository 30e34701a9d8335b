/** The database and the local storage of a fake phone. */
import type { Devices } from "#features/emergency/devices.ts";
import type { Decision } from "#store/durable.ts";
import type { EmergencyRecord } from "#store/emergency-state.ts";
import type { ChunkRow, RecordingRow } from "#store/evidence-database.ts";
import type { GuardianNews } from "#store/guardian-news.ts";
import type { Lockouts } from "#store/lockouts.ts";
import type { Settings } from "#store/settings.ts";
import type { FakeClock } from "./fake-clock.ts";

/** What a phone stores, for a test to look at and to change. */
export interface FakeDisk {
  readonly clock: FakeClock;
  /** Small values in the database, by name. */
  readonly disk: Map<string, unknown>;
  readonly recordings: Map<string, RecordingRow>;
  readonly chunks: ChunkRow[];
  /** What was noted for the guardians. */
  readonly news: GuardianNews[];
  /** The record under `emergencyState`. */
  mirror: EmergencyRecord;
  /** Setting these tells those who listen. */
  settings: Settings;
  lockouts: Lockouts;
  readonly onSettings: (listener: () => void) => () => void;
  readonly onLockouts: (listener: () => void) => () => void;
  /** While true, the database answers no question about small values. */
  isDiskSlow: boolean;
  /** How many more chunks the database takes before it is full. */
  roomForChunks: number;
}

/** The storage of a phone, for one of its tabs. */
export function fakeStorage(phone: FakeDisk) {
  const answer = async () => {
    while (phone.isDiskSlow) await new Promise<void>((resolve) => phone.clock.after(50, resolve));
  };
  const changeDurable = async <T>(name: string, decide: (before: unknown) => Decision<T>) => {
    await answer();
    const decision = decide(phone.disk.get(name));
    phone.disk.set(name, decision.keep);
    return decision.answer;
  };
  return {
    readDurable: async (name) => {
      await answer();
      return phone.disk.get(name);
    },
    changeDurable,
    // Local storage's part of it has its own tests, with the database.
    changeDurableAtOnce: changeDurable,
    onSettings: phone.onSettings,
    onLockouts: phone.onLockouts,
    readLockouts: async () => phone.lockouts,
    changeLockouts: async (change) => {
      const before = phone.lockouts;
      phone.lockouts = change(before);
      return { before, after: phone.lockouts };
    },
    readMirror: () => phone.mirror,
    writeMirror: (record) => {
      phone.mirror = record;
      return true;
    },
    readSettings: () => phone.settings,
    followSettings: () => () => undefined,
    settleSettings: async () => undefined,
    sealStoredPin: async () => undefined,
    keepChunk: async (row, chunk) => {
      if (phone.roomForChunks <= 0) throw new DOMException("No room.", "QuotaExceededError");
      phone.roomForChunks -= 1;
      phone.recordings.set(row.id, row);
      phone.chunks.push(chunk);
    },
    keepRecording: async (row) => {
      phone.recordings.set(row.id, row);
    },
    recordingsOf: async (id) =>
      [...phone.recordings.values()].filter((row) => row.emergencyEventId === id),
    originalSound: async (id) => {
      const sound = phone.chunks.filter((one) => one.recordingId === id && one.kind === "sound");
      return sound.length === 0 ? null : new Blob(sound.map(({ bytes }) => bytes));
    },
    noteGuardianNews: async (news) => void phone.news.push(news),
    mirrorSound: async () => true,
    recoverInterrupted: async () => [],
  } satisfies Partial<Devices>;
}
