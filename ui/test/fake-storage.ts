/** The database and the local storage of a fake phone. */
import { storageLimits } from "#content/limits.ts";
import type { Devices } from "#features/emergency/devices/devices.ts";
import type { ChunkRow, RecordingRow } from "#store/app-database.ts";
import type { EmergencyRecord } from "#store/emergency/emergency-state.ts";
import { endNotes } from "#store/emergency/end-note.ts";
import type { Lockouts } from "#store/emergency/lockouts.ts";
import { type GuardianNews, isBegun, isSameNews } from "#store/guardians/guardian-news.ts";
import type { Settings } from "#store/settings/settings.ts";
import { twoHomes } from "#store/two-homes.ts";
import type { FakeClock } from "./fake-clock.ts";

/** What a phone stores, for a test to look at and to change. */
export interface FakeDisk {
  readonly clock: FakeClock;
  /** Small values in the database, by name. */
  readonly disk: Map<string, unknown>;
  /** The versions of these values; one that a test put there has that of the value before it. */
  readonly versions: Map<string, unknown>;
  /** What local storage holds of small values, by key. */
  texts: ReadonlyMap<string, string>;
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
  /** While true, the database answers no question about small values; each is answered when it is false again. */
  isDiskSlow: boolean;
  /** The note of the last ends, and a promise of the text where the cache says it late. */
  endNote: string | null | Promise<string | null>;
  /** While true, the browser's cache has no room for a text. */
  isCacheFull: boolean;
  /** How many more chunks the database takes before it is full. */
  roomForChunks: number;
}

/** The two homes of small values, with the app's own rules for them. */
function fakeHomes(phone: FakeDisk, newId: () => string, isOpen: () => boolean) {
  const answer = async () => {
    while (phone.isDiskSlow) await new Promise<void>((resolve) => phone.clock.after(50, resolve));
    // What a tab asked that is gone was never asked.
    if (!isOpen()) await new Promise<void>(() => undefined);
  };
  const rowOf = (name: string) => {
    const version = phone.versions.get(name) ?? { count: 0, tab: "" };
    return phone.disk.has(name) ? { version, value: phone.disk.get(name) } : undefined;
  };
  return twoHomes({
    readRow: async (name) => {
      await answer();
      return rowOf(name);
    },
    changeRow: async (name, decide) => {
      await answer();
      const decision = decide(rowOf(name));
      const { version, value } = decision.keep as { version: unknown; value: unknown };
      phone.versions.set(name, version);
      phone.disk.set(name, value);
      return decision.answer;
    },
    readText: (key) => phone.texts.get(key) ?? null,
    writeText: (key, text) => {
      // What is left of a tab that is gone writes nothing.
      if (isOpen()) phone.texts = new Map([...phone.texts, [key, text]]);
      return true;
    },
    inTime: (promise, onLate) =>
      new Promise((resolve, reject) => {
        const stop = phone.clock.after(storageLimits.databasePatienceMs, () => {
          onLate(promise.catch(() => undefined));
          reject(new Error("Overdue"));
        });
        promise.then(resolve, reject).finally(stop);
      }),
    soon: (act) => phone.clock.after(storageLimits.tryMs, act),
    newId,
  });
}

/** The storage of a phone, for one of its tabs; `tab` is its name. */
export function fakeStorage(phone: FakeDisk, tab: string, isOpen: () => boolean) {
  const { changeDurable, changeDurableAtOnce, changeMirrored, readHomes } = fakeHomes(
    phone,
    () => tab,
    isOpen,
  );
  const notes = endNotes({
    read: async () => phone.endNote,
    write: async (text, isOldWrong) => {
      if (!isOpen()) return;
      if (!phone.isCacheFull) phone.endNote = text;
      else if (isOldWrong) phone.endNote = null;
    },
  });
  return {
    ...notes,
    readHomes,
    changeDurable,
    changeDurableAtOnce,
    changeMirrored,
    // A tab that is gone hears of nothing.
    onSettings: (listener) => phone.onSettings(() => isOpen() && listener()),
    onLockouts: (listener) => phone.onLockouts(() => isOpen() && listener()),
    readLockouts: async () => phone.lockouts,
    changeLockouts: async (change) => {
      const before = phone.lockouts;
      phone.lockouts = change(before);
      return { before, after: phone.lockouts };
    },
    readMirror: () => phone.mirror,
    writeMirror: (record) => {
      if (isOpen()) phone.mirror = record;
      return true;
    },
    readSettings: () => phone.settings,
    followSettings: () => () => undefined,
    settleSettings: async () => true,
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
      [...phone.recordings.values()]
        .filter((row) => row.emergencyEventId === id)
        .sort((a, b) => a.part - b.part),
    originalSound: async (id) => {
      const sound = phone.chunks.filter((one) => one.recordingId === id && one.kind === "sound");
      return sound.length === 0 ? null : new Blob(sound.map(({ bytes }) => bytes));
    },
    noteGuardianNews: async (news, needsBeginning = false) => {
      if (!isOpen()) return;
      const isKnown = phone.news.some((one) => isSameNews(one, news));
      if (!needsBeginning || (isBegun(phone.news, news) && !isKnown)) phone.news.push(news);
    },
    mirrorSound: async () => true,
    recoverInterrupted: async () => [],
  } satisfies Partial<Devices>;
}
