/** The device's two homes for small values: its database and its local storage. */
import { storageLimits } from "#content/limits.ts";
import { after, timeLimit } from "#platform/clock.ts";
import { randomId } from "#platform/random-id.ts";
import { onTextChange, readText, writeText } from "#platform/storage/storage.ts";
import { changeState, readState } from "./app-database.ts";
import { mirrorKey, twoHomes } from "./two-homes.ts";

export const {
  changeDurable,
  changeDurableAtOnce,
  changeMirrored,
  forgetUnmirrored,
  readDurable,
  readHomes,
} = twoHomes({
  readRow: readState,
  changeRow: changeState,
  readText,
  writeText,
  inTime: (promise, onLate, ms = storageLimits.databasePatienceMs) =>
    timeLimit(promise, ms, onLate),
  soon: (act) => after(storageLimits.tryMs, act),
  newId: randomId,
});

/** Calls back when the value under a name may have changed, here or in another tab; returns how to stop. */
export function onDurable(name: string, listener: () => void): () => void {
  return onTextChange(mirrorKey(name), listener);
}
