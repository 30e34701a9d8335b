/**
 * The database for guardian links, their keys and what came over them: typed values, with their changes in this tab and elsewhere. The service worker uses
 * them too, so the hook for components is in `use-links.ts`.
 */
import * as v from "valibot";
import { observable } from "#platform/observable.ts";
import { type Change, lazyDatabase } from "#platform/storage/database.ts";
import { onLinksChangedElsewhere, tellLinksChanged } from "#platform/workers/tabs.ts";

const TABLE = "state";

const database = lazyDatabase("links", 1, (db) => {
  db.createObjectStore(TABLE);
});

/** The value under a name, or undefined. */
export function readLinks(name: string): Promise<unknown> {
  return database.read([TABLE], (tx) => tx.objectStore(TABLE).get(name));
}

/**
 * Reads a value and writes what `decide` returns for it, in one transaction that is on the disk when this resolves.
 * `decide` must be synchronous; its `answer` is the result.
 */
export function changeLinks<T>(name: string, decide: (before: unknown) => Change<T>): Promise<T> {
  return database.change(TABLE, name, decide);
}

/** Closes the database, so that a test can begin anew. */
export function closeLinks(): Promise<void> {
  return database.close();
}

/**
 * What becomes of a change that the disk does not take: it is rejected, or remembered for as long as the page is open and
 * made again on what the disk holds once it can be used.
 */
export type WhenFull = "reject" | "remember";

/** A value under a name. */
export interface LinkRecord<T> {
  /**
   * The value, or the fallback; where the database cannot be read any more, what it held last. Rejects where it could never be read
   * here.
   */
  readonly read: () => Promise<T>;
  /**
   * Decides synchronously what follows from the value, in one transaction; resolves when it is on the disk, or remembered
   * where `whenFull` (the record's own, unless it is given) says so.
   */
  readonly change: <A>(
    decide: (before: T) => { keep: T; answer: A },
    whenFull?: WhenFull,
  ) => Promise<A>;
  /** Calls back after every change, also of other tabs and the service worker; returns how to stop. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** A list whose rows are read one by one. What cannot be read, as after a step back to an older release, is kept as it is. */
export interface ListRecord<T> extends LinkRecord<readonly T[]> {
  /** How many rows cannot be read. */
  readonly unreadable: Pick<LinkRecord<number>, "read" | "subscribe">;
}

/** Counts the changes made here, to all values. */
const changes = observable(0);

function subscribe(listener: () => void): () => void {
  const stops = [changes.subscribe(listener), onLinksChangedElsewhere(listener)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** How a value is read from the database and written there. */
interface Form<T> {
  readonly name: string;
  readonly parse: (kept: unknown) => T;
  readonly write: (value: T) => unknown;
  readonly usually: WhenFull;
}

/** With more unsaved changes their result is kept beside them: making thousands again at each reading takes seconds. */
const MAX_CHANGES = 100;

function recordOf<T>({ name, parse, write, usually }: Form<T>): LinkRecord<T> {
  /** The changes that are not on the disk, in the order in which they were asked for. */
  let unsaved: readonly ((before: T) => T)[] = [];
  /** What the first of them make of what the disk holds; forgotten once somebody else has changed that. */
  let made: { readonly value: T; readonly count: number } | null = null;
  let isWatching = false;
  /** What the disk held when it was last used; null before that, which it never holds. */
  let lastKept: unknown = null;
  const applied = (kept: unknown): T => {
    const { value, count } = made ?? { value: parse(kept), count: 0 };
    return unsaved.slice(count).reduce((before, change) => change(before), value);
  };
  const change: LinkRecord<T>["change"] = async (decide, whenFull = usually) => {
    let saved = unsaved;
    let written: unknown;
    try {
      const answer = await changeLinks(name, (kept) => {
        lastKept = kept;
        saved = unsaved;
        const { keep, answer } = decide(applied(kept));
        written = write(keep);
        return { keep: written, answer };
      });
      lastKept = written ?? undefined;
      unsaved = unsaved.filter((one) => !saved.includes(one));
      made = null;
      return answer;
    } catch (error) {
      if (whenFull === "reject") throw error;
      const { keep, answer } = decide(applied(lastKept));
      unsaved = [...unsaved, (before) => decide(before).keep];
      // What could not be read is not empty: the changes are made on what is read later.
      if (lastKept !== null && unsaved.length > MAX_CHANGES) {
        if (!isWatching) {
          isWatching = true;
          onLinksChangedElsewhere(() => {
            made = null;
          });
        }
        made = { value: keep, count: unsaved.length };
      }
      return answer;
    }
  };
  return {
    read: async () => {
      try {
        lastKept = await readLinks(name);
      } catch (error) {
        // Chromium opens no database on a disk without any room, once a write has failed: what was read before is known still.
        if (lastKept === null) throw error;
      }
      return applied(lastKept);
    },
    change: async (decide, whenFull) => {
      const answer = await change(decide, whenFull);
      changes.set(changes.get() + 1);
      tellLinksChanged();
      return answer;
    },
    subscribe,
  };
}

/** Describes a value; the database is not opened before its functions are called. */
export function linkRecord<T>(
  name: string,
  schema: v.GenericSchema<unknown, T>,
  fallback: T,
  usually: WhenFull = "reject",
): LinkRecord<T> {
  const parse = (kept: unknown): T => {
    const result = v.safeParse(schema, kept);
    return result.success ? result.output : fallback;
  };
  return recordOf({ name, parse, write: (value) => value, usually });
}

/** Describes a list; the database is not opened before its functions are called. */
export function listRecord<T>(
  name: string,
  schema: v.GenericSchema<unknown, T>,
  usually: WhenFull = "reject",
): ListRecord<T> {
  const parse = (kept: unknown) => {
    const rows: readonly unknown[] = Array.isArray(kept) ? kept : [kept].filter(Boolean);
    const isReadable = (row: unknown) => v.is(schema, row);
    return {
      readable: rows.filter(isReadable).map((row) => v.parse(schema, row)) as readonly T[],
      unreadable: rows.filter((row) => !isReadable(row)),
    };
  };
  const { read, change, subscribe } = recordOf({
    ...{ name, parse, usually },
    write: ({ readable, unreadable }) => [...readable, ...unreadable],
  });
  return {
    read: async () => (await read()).readable,
    change: (decide, whenFull) =>
      change((before) => {
        const { keep, answer } = decide(before.readable);
        return { keep: { ...before, readable: keep }, answer };
      }, whenFull),
    subscribe,
    unreadable: { read: async () => (await read()).unreadable.length, subscribe },
  };
}

/** A key of Web Crypto, which the database stores as a handle. */
export const storedKey = v.custom<CryptoKey>(
  (kept) => typeof kept === "object" && kept !== null && "algorithm" in kept,
);

/** Bytes as the database stores them. */
export const storedBytes = v.custom<Uint8Array<ArrayBuffer>>((kept) => kept instanceof Uint8Array);
