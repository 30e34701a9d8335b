/**
 * Small values with two homes: the database, which survives a killed browser, and local storage, which answers at
 * once. Each write carries a version; the newest counts, wherever it is, and the other home learns of it.
 */
import * as v from "valibot";
import { storageLimits } from "#content/limits.ts";
import { timeLimit } from "#platform/clock.ts";
import { emergencyId } from "#platform/random-id.ts";
import { onTextChange, readText, writeText } from "#platform/storage.ts";
import { changeState, readState } from "./evidence-database.ts";

/** The value to write, and the result for the caller. */
export interface Decision<T> {
  readonly keep: unknown;
  readonly answer: T;
}

const written = v.object({
  /** Grows with each write; no clock is part of it, because its owner may set it back. Equal counts go by the tab. */
  version: v.object({ count: v.number(), tab: v.string() }),
  value: v.unknown(),
});

/** A value with the version of its write. */
type Written = v.InferOutput<typeof written>;

const mirrorKey = (name: string) => `silentPartnerState.${name}`;

/** Values that local storage would not take. */
const unmirrored = new Map<string, Written>();

let tab: string | undefined;

/** A value as a home has it; one from before there were versions is older than all others. */
function parse(kept: unknown): Written | null {
  if (kept === undefined || kept === null) return null;
  const result = v.safeParse(written, kept);
  return result.success ? result.output : { version: { count: 0, tab: "" }, value: kept };
}

/** The newer one; the first when both are the same. */
function newest(first: Written | null, second: Written | null): Written | null {
  if (first === null || second === null) return first ?? second;
  const [a, b] = [first.version, second.version];
  const isSecondNewer = b.count > a.count || (b.count === a.count && b.tab > a.tab);
  return isSecondNewer ? second : first;
}

function readMirror(name: string): Written | null {
  try {
    const kept = JSON.parse(readText(mirrorKey(name)) ?? "null");
    return newest(parse(kept), unmirrored.get(name) ?? null);
  } catch {
    return unmirrored.get(name) ?? null;
  }
}

function writeMirror(name: string, value: Written): void {
  if (writeText(mirrorKey(name), JSON.stringify(value))) unmirrored.delete(name);
  else unmirrored.set(name, value);
}

/** A value with the version that follows another's. */
function following(before: Written | null, value: unknown): Written {
  tab ??= emergencyId();
  return { version: { count: (before?.version.count ?? 0) + 1, tab }, value };
}

/** What the database was asked and has not answered in time. Until it does, nobody waits for it again. */
let overdue = 0;

/** Asks the database; rejects when it fails or takes too long. */
async function inTime<T>(ask: () => Promise<T>): Promise<T> {
  if (overdue > 0) throw new Error("Overdue");
  return timeLimit(ask(), storageLimits.databasePatienceMs, (late) => {
    overdue += 1;
    late.finally(() => {
      overdue -= 1;
    });
  });
}

/** Writes the newest value to the database when that has an older one. */
function writeBack(name: string): Promise<void> {
  return inTime(() =>
    changeState(name, (row) => ({ keep: newest(parse(row), readMirror(name)), answer: undefined })),
  );
}

/** Calls back when the value under a name may have changed, here or in another tab; returns how to stop. */
export function onDurable(name: string, listener: () => void): () => void {
  return onTextChange(mirrorKey(name), listener);
}

/** The value under a name, or undefined when there is none. */
export async function readDurable(name: string): Promise<unknown> {
  try {
    const row = parse(await inTime(() => readState(name)));
    const mirrored = readMirror(name);
    const value = newest(row, mirrored);
    if (value !== row) void writeBack(name).catch(() => undefined);
    else if (row !== null && JSON.stringify(row) !== JSON.stringify(mirrored))
      writeMirror(name, row);
    return value?.value;
  } catch {
    return readMirror(name)?.value;
  }
}

/**
 * Reads, decides once and writes to both homes; resolves when the database has it for good, or will not have it soon.
 * `decide` must be synchronous.
 */
export async function changeDurable<T>(
  name: string,
  decide: (before: unknown) => Decision<T>,
): Promise<T> {
  const decided: { answer: T }[] = [];
  const settle = (row: unknown): Written | null => {
    const before = newest(parse(row), readMirror(name));
    // The database came to this too late: it gets what was decided without it.
    if (decided.length > 0) return before;
    const { keep, answer } = decide(before?.value);
    const after = following(before, keep);
    decided.push({ answer });
    writeMirror(name, after);
    return after;
  };
  try {
    await inTime(() => changeState(name, (row) => ({ keep: settle(row), answer: undefined })));
  } catch {
    if (decided.length === 0) settle(undefined);
  }
  return (decided[0] as { answer: T }).answer;
}

/**
 * As `changeDurable`, for what must hold although the page is left in the next instant: local storage has the change
 * before this returns. `decide` is asked a second time, with what the database has.
 */
export function changeDurableAtOnce<T>(
  name: string,
  decide: (before: unknown) => Decision<T>,
): Promise<T> {
  const before = readMirror(name);
  writeMirror(name, following(before, decide(before?.value).keep));
  return changeDurable(name, decide);
}
