/**
 * Small values with two homes: the database, which survives a killed browser, and local storage, which answers at
 * once. Each write carries a version; the newest counts, wherever it is, and the other home learns of it. What local
 * storage says alone may be from before a kill, so whoever asks is told whether the database answered.
 */
import * as v from "valibot";

/** The value to write, and the result for the caller. */
export interface Decision<T> {
  readonly keep: unknown;
  readonly answer: T;
}

/** Decides upon a value, and upon whether the database was heard. It must be synchronous. */
export type Decide<T> = (before: unknown, isFromDatabase: boolean) => Decision<T>;

/** Makes one value of the database's and local storage's; without it the newer one counts. */
export type Together = (row: unknown, mirrored: unknown, isMirrorNewer: boolean) => unknown;

/** What is known of a value: the newest, and what the database has, or null when it did not answer in time; one that fails has nothing. */
export interface Known {
  readonly value: unknown;
  readonly row: { readonly value: unknown } | null;
}

/** The homes. */
export interface Homes {
  readonly readRow: (name: string) => Promise<unknown>;
  readonly changeRow: <T>(name: string, decide: (row: unknown) => Decision<T>) => Promise<T>;
  readonly readText: (key: string) => string | null;
  /** False when there is no room. */
  readonly writeText: (key: string, text: string) => boolean;
  /** The promise's result; rejects when it takes longer than usual, or than `ms`, and then hands over what is still to come. */
  readonly inTime: <T>(
    promise: Promise<T>,
    onLate: (late: Promise<unknown>) => void,
    ms?: number,
  ) => Promise<T>;
  /** Calls back in a few seconds. */
  readonly soon: (act: () => void) => void;
  /** A name for this page. */
  readonly newId: () => string;
}

const written = v.object({
  /** Grows with each write; no clock is part of it, because its owner may set it back. Equal counts go by the tab. */
  version: v.object({ count: v.number(), tab: v.string() }),
  value: v.unknown(),
});

/** A value with the version of its write. */
type Written = v.InferOutput<typeof written>;

/** The key in local storage of the value under a name. */
export const mirrorKey = (name: string) => `silentPartnerState.${name}`;

/** A value as a home has it; one from before there were versions is older than all others. */
function parse(kept: unknown): Written | null {
  if (kept === undefined || kept === null) return null;
  const result = v.safeParse(written, kept);
  return result.success ? result.output : { version: { count: 0, tab: "" }, value: kept };
}

/** Whether two values are stored alike. */
export const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one) === JSON.stringify(other);

const newerOf: Together = (row, mirrored, isMirrorNewer) => (isMirrorNewer ? mirrored : row);

/** What both homes say together, in the version of the newer one; the database's where both have the same version. */
function bothOf(row: Written | null, mirrored: Written | null, together: Together): Written | null {
  if (row === null || mirrored === null) return row ?? mirrored;
  const [a, b] = [row.version, mirrored.version];
  const isMirrorNewer = b.count > a.count || (b.count === a.count && b.tab > a.tab);
  const value = together(row.value, mirrored.value, isMirrorNewer);
  return { version: isMirrorNewer ? b : a, value };
}

/** Local storage, with what it would not take. */
function mirrorOf({ readText, writeText, newId }: Homes) {
  const unmirrored = new Map<string, Written>();
  let tab: string | undefined;
  const read = (name: string): Written | null => {
    const kept = unmirrored.get(name) ?? null;
    try {
      return bothOf(parse(JSON.parse(readText(mirrorKey(name)) ?? "null")), kept, newerOf);
    } catch {
      return kept;
    }
  };
  const write = (name: string, value: Written): void => {
    if (writeText(mirrorKey(name), JSON.stringify(value))) unmirrored.delete(name);
    else unmirrored.set(name, value);
  };
  /** A value with the version that follows another's. */
  const following = (before: Written | null, value: unknown): Written => {
    tab ??= newId();
    return { version: { count: (before?.version.count ?? 0) + 1, tab }, value };
  };
  return { read, write, following, forgetUnmirrored: () => unmirrored.clear() };
}

/** Asks the database: rejects when it fails or takes too long, and at once while it owes an answer, except where `ms` says how long to wait. */
function patienceOf({ inTime }: Homes) {
  let overdue = 0;
  const asked = async <T>(ask: () => Promise<T>, ms?: number): Promise<T> => {
    if (overdue > 0 && !ms) throw new Error("Overdue");
    const onLate = (late: Promise<unknown>) => {
      overdue += 1;
      late.finally(() => {
        overdue -= 1;
      });
    };
    return inTime(ask(), onLate, ms);
  };
  // A database that fails has answered: where a browser has none, local storage is the only home.
  return { asked, isLate: () => overdue > 0 };
}

/** Brings the database to what is known, and again until it takes it: a full disk may get room while nothing changes. */
function writingOf(
  { changeRow, soon }: Homes,
  asked: ReturnType<typeof patienceOf>["asked"],
  mirrored: ReturnType<typeof mirrorOf>["read"],
) {
  const waiting = new Set<string>();
  const writeBack = (name: string, together: Together): void => {
    const change = (row: unknown) => ({
      keep: bothOf(parse(row), mirrored(name), together),
      answer: undefined,
    });
    asked(() => changeRow(name, change)).catch(() => again(name, together));
  };
  const again = (name: string, together: Together): void => {
    if (waiting.has(name)) return;
    waiting.add(name);
    soon(() => {
      waiting.delete(name);
      writeBack(name, together);
    });
  };
  return { writeBack, again };
}

/** Brings the homes to what they say together, once the database told what it has. */
function reconcilingOf(
  mirror: ReturnType<typeof mirrorOf>,
  writeBack: ReturnType<typeof writingOf>["writeBack"],
) {
  return (name: string, kept: unknown, together: Together): Known => {
    const row = parse(kept);
    const mirrored = mirror.read(name);
    const both = bothOf(row, mirrored, together);
    if (both !== null && !isSame(both, mirrored)) mirror.write(name, both);
    if (!isSame(both, row)) writeBack(name, together);
    return { value: both?.value, row: { value: row?.value } };
  };
}

/** Makes the functions for values in these homes. */
export function twoHomes(homes: Homes) {
  const mirror = mirrorOf(homes);
  const { asked, isLate } = patienceOf(homes);
  const { writeBack, again } = writingOf(homes, asked, mirror.read);
  const reconcile = reconcilingOf(mirror, writeBack);

  /** The value under a name, as both homes know it. What the database says too late goes to local storage, whose listeners hear of it. */
  const readHomes = async (name: string, together: Together = newerOf): Promise<Known> => {
    try {
      return await asked(async () => reconcile(name, await homes.readRow(name), together));
    } catch {
      return { value: mirror.read(name)?.value, row: isLate() ? null : { value: undefined } };
    }
  };

  /**
   * Reads, decides once and writes to both homes; resolves when the database has it for good, or will not have it soon.
   * `ms` is how long to wait for the database instead of the usual time: longer for what a kill must not undo once it was answered.
   */
  const changeDurable = async <T>(
    name: string,
    decide: Decide<T>,
    together: Together = newerOf,
    ms?: number,
  ): Promise<T> => {
    const decided: { answer: T }[] = [];
    const settle = (row: unknown, isFromDatabase: boolean): Written | null => {
      const before = bothOf(parse(row), mirror.read(name), together);
      // The database came to this too late: it gets what was decided without it.
      if (decided.length > 0) return before;
      const { keep, answer } = decide(before?.value, isFromDatabase);
      const after = mirror.following(before, keep);
      decided.push({ answer });
      mirror.write(name, after);
      return after;
    };
    const change = (row: unknown) => ({ keep: settle(row, true), answer: undefined });
    try {
      await asked(() => homes.changeRow(name, change), ms);
    } catch {
      if (decided.length === 0) settle(undefined, !isLate());
      again(name, together);
    }
    return (decided[0] as { answer: T }).answer;
  };

  /** Changes local storage alone, at once. */
  const changeMirrored = <T>(name: string, decide: Decide<T>): T => {
    const before = mirror.read(name);
    const { keep, answer } = decide(before?.value, false);
    mirror.write(name, mirror.following(before, keep));
    return answer;
  };

  return {
    readHomes,
    /** The value under a name, or undefined when there is none. */
    readDurable: async (name: string) => (await readHomes(name)).value,
    changeDurable,
    changeMirrored,
    /** Forgets what local storage did not take, as a page does that is left, so that a test can begin anew. */
    forgetUnmirrored: mirror.forgetUnmirrored,
    /**
     * As `changeDurable`, for what must hold although the page is left in the next instant: local storage has the change
     * before this returns. `decide` is asked a second time, with what the database has.
     */
    changeDurableAtOnce: <T>(name: string, decide: Decide<T>, together?: Together): Promise<T> => {
      changeMirrored(name, decide);
      return changeDurable(name, decide, together);
    },
  };
}
