/**
 * A spare copy of the settings in the browser's cache. A disk without any room may leave a device with neither local storage nor a
 * database that opens: it would know no contact although nothing was deleted. Loaded late, and no reason to call anything saved.
 */
import * as v from "valibot";
import { emergencyStateKey, emergencyStateUnread } from "#content/device-records.ts";
import { readCachedText, writeCachedText } from "#platform/storage/cached-text.ts";
import { readText, writeText } from "#platform/storage/storage.ts";
import {
  adoptSettings,
  knowsBothHomes,
  type StoredSettings,
  settingsRecord,
  storedSettings,
} from "./settings.ts";
import { settingsUnread, settledAtLast, settleSettings } from "./settings-copy.ts";

const PATH = "/rates";

const schema = v.object({ revision: v.fallback(v.number(), 0) });

/** The settings of the copy; null where there are none that can be read. */
function parse(text: string | null): StoredSettings | null {
  try {
    return text === null ? null : { ...v.parse(schema, JSON.parse(text)), text };
  } catch {
    return null;
  }
}

/** Whether the other homes are settled. A database that takes its time is waited for: with its settings comes the lock. */
const settled = () => (storedSettings() === null ? settledAtLast() : settleSettings());

/**
 * Writes the copy once the other homes are settled, and takes it where the database fails on a device that has no settings left. A
 * database that answers that it has none is right: an app on an iPhone's home screen begins with none, and may share the cache of
 * the browser. Resolves to whether a home could be read, or none of them fails.
 */
async function keepSpare(): Promise<boolean> {
  const isForGood = await settled();
  const here = storedSettings();
  const text = await readCachedText(PATH);
  // On a full disk the copy would be lost, and the new one not written. What a page has that does not know the database's
  // settings may be less than the copy.
  const isNewer = here !== null && here.text !== text;
  if (isNewer && isForGood && knowsBothHomes()) await writeCachedText(PATH, here.text);
  if (settingsUnread.get() !== true) return true;
  const spare = parse(text);
  if (spare !== null) {
    if (readText(emergencyStateKey) === null) writeText(emergencyStateKey, emergencyStateUnread);
    adoptSettings(spare);
  }
  return spare !== null;
}

/** Keeps the copy now and after each change, and calls back at the start where no home can be read; returns how to stop. */
export function followSpare(onUnread: () => void): () => void {
  void keepSpare().then((isRead) => isRead || onUnread());
  return settingsRecord.subscribe(() => void keepSpare());
}
