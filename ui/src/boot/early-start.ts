/** A yes to the question of REAL EMERGENCY that the app does not know yet: a reload or a kill may come between. */
import { wallTime } from "#platform/clock.ts";
import { readText, removeText, writeText } from "#platform/storage/storage.ts";

const KEY = "startedAt";

/** How long a yes outlives a reload or a kill, in milliseconds: what is opened the next day starts nothing. */
const freshMs = 600_000;

/** What the document says of itself before the app does. */
export const marks = () => document.documentElement.dataset;
/** The window's storage has room of its own where that of all windows is full. */
const keptText = () => readText(KEY) ?? readText(KEY, "session");

/** Notes a yes, and marks in the document whether storage has it. */
export function noteEarlyStart(): void {
  const now = `${wallTime()}`;
  marks()["starting"] = `${writeText(KEY, now) || writeText(KEY, now, "session")}`;
}

/**
 * Whether the person said yes, in this document or before a reload or a kill, and the app does not know it yet. Where another tab has
 * taken it, it is taken. A clock that was set meanwhile, either way, loses none that is near it.
 */
export function isStartDue(): boolean {
  const kept = keptText();
  const { starting } = marks();
  if (kept === null) return starting === "false";
  return starting !== undefined || Math.abs(wallTime() - Number(kept)) < freshMs;
}

/** Forgets it: the emergency that it asked for has begun, perhaps by another trigger in another tab. */
export function forgetEarlyStart(): void {
  delete marks()["starting"];
  removeText(KEY);
  removeText(KEY, "session");
}

/** Returns whether a yes is due, once. */
export function takeEarlyStart(): boolean {
  const isDue = isStartDue();
  forgetEarlyStart();
  return isDue;
}
