/**
 * A database that is opened when it is used. No transaction outlives the page's being left, each has a time limit, and
 * what was taken back is done again.
 */
import { storageLimits } from "#content/limits.ts";
import { after } from "#platform/clock.ts";
import { onLeft, untilBack } from "#platform/page/page-left.ts";
import { commit, type Plan, type Try, tryOnce } from "./transaction.ts";

/** What to write for what was read, null to delete it, and the result for the caller. */
export interface Change<T> {
  readonly keep: unknown;
  readonly answer: T;
}

/** How to reach a database. Everything rejects where the browser has none, or the database does not answer at last. */
export interface Database {
  /** What the request answers, which `ask` makes at once in a transaction of these tables. */
  readonly read: <T>(
    tables: readonly string[],
    ask: (tx: IDBTransaction) => IDBRequest<T>,
  ) => Promise<T>;
  /** Makes requests, all of them at once; resolves to what the returned one answers when all are on the disk. */
  readonly write: <T>(
    tables: readonly string[],
    ask: (tx: IDBTransaction) => IDBRequest<T>,
  ) => Promise<T>;
  /**
   * Reads a value and writes what `decide` returns for it, in one transaction that is on the disk when this resolves.
   * `decide` must be synchronous, and is asked again when the transaction has to be done again.
   */
  readonly change: <T>(
    table: string,
    key: string,
    decide: (before: unknown) => Change<T>,
  ) => Promise<T>;
  /** Closes it; the next use opens it again. */
  readonly close: () => Promise<void>;
}

/** Why a transaction was taken back: only the page's being left is no failure. */
const LEFT = new Error("Left");
const OVERDUE = new Error("Overdue");
/** Whether the browser wrote it is not known: done again it could undo what was written after it. */
const UNCERTAIN = new Error("Uncertain");

/** Failures of a connection, and not of what was asked: Safari loses connections while it runs. */
const LOST = ["AbortError", "InvalidStateError", "UnknownError"];

const isWorthAnotherTry = (error: unknown) =>
  error === OVERDUE || (error instanceof DOMException && LOST.includes(error.name));

/** The connection to a database: opened once, and again after it was dropped. */
function connectionOf(name: string, version: number, upgrade: (db: IDBDatabase) => void) {
  let opening: Promise<IDBDatabase> | null = null;
  let upgrading: IDBDatabase | null = null;
  const drop = async (one = opening) => {
    if (opening === one) opening = null;
    // A frozen page whose tables have just been made keeps every other page from opening the database.
    upgrading?.close();
    (await one?.catch(() => null))?.close();
  };
  const open = () => {
    const one = new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name, version);
      request.onupgradeneeded = () => {
        upgrading = request.result;
        // Not committed by hand: Chromium then never ends a version change that makes an index.
        upgrade(upgrading);
      };
      request.onerror = () => {
        upgrading = null;
        reject(request.error);
      };
      request.onsuccess = () => {
        upgrading = null;
        const db = request.result;
        db.onversionchange = () => void drop(one);
        db.onclose = () => void drop(one);
        resolve(db);
      };
    });
    one.catch(() => drop(one));
    return one;
  };
  const connect = () => {
    opening ??= open();
    return opening;
  };
  return { connect, drop };
}

/** The plan of making requests whose answers decide nothing. */
function asking<T>(
  mode: IDBTransactionMode,
  tables: readonly string[],
  ask: (tx: IDBTransaction) => IDBRequest<T>,
): Plan<T> {
  return {
    ...{ mode, tables },
    begin: (tx) => {
      const request = ask(tx);
      // Chromium may call a reading that was committed by hand complete before its large answer can be read.
      if (mode === "readwrite") commit(tx);
      return () => request.result;
    },
  };
}

/** The plan of a change. */
function changing<T>(table: string, key: string, decide: (before: unknown) => Change<T>): Plan<T> {
  return {
    ...{ mode: "readwrite", tables: [table] },
    begin: (tx, fail) => {
      const store = tx.objectStore(table);
      const reading = store.get(key);
      let answer: T;
      reading.onsuccess = () => {
        try {
          const { keep, ...decided } = decide(reading.result);
          // A deletion needs no room on a full disk.
          if (keep === null) store.delete(key);
          else store.put(keep, key);
          commit(tx);
          answer = decided.answer;
        } catch (error) {
          fail(error);
        }
      };
      return () => answer;
    },
  };
}

/** Describes a database; `upgrade` creates its tables. Nothing is opened before it is used. */
export function lazyDatabase(
  name: string,
  version: number,
  upgrade: (db: IDBDatabase) => void,
): Database {
  const { connect, drop } = connectionOf(name, version, upgrade);
  /** In the order in which they began, which is the order in which they begin again. */
  const running = new Set<Try<unknown>>();
  const beginAnew = (reason: Error) => {
    for (const one of running) one.takeBack(reason);
    void drop();
  };
  onLeft(() => beginAnew(LEFT));
  const watch = (one: Try<unknown>) => {
    let stop = after(storageLimits.tryMs, () => {
      if (one.takeBack(OVERDUE)) return;
      stop = after(storageLimits.tryMs, () => one.giveUp(UNCERTAIN));
    });
    return () => stop();
  };
  const run = async <T>(plan: Plan<T>): Promise<T> => {
    for (let failures = 0; ; ) {
      await untilBack();
      const connection = connect();
      const one = tryOnce(connection, plan);
      running.add(one);
      const stopWatching = watch(one);
      try {
        return await one.result;
      } catch (error) {
        if (error === LEFT) continue;
        failures += 1;
        if (failures > 1 || !isWorthAnotherTry(error)) throw error;
        // What waits behind it is done again after it, in the same order.
        if (connection === connect()) beginAnew(OVERDUE);
      } finally {
        stopWatching();
        running.delete(one);
      }
    }
  };
  return {
    read: (tables, ask) => run(asking("readonly", tables, ask)),
    write: (tables, ask) => run(asking("readwrite", tables, ask)),
    change: (table, key, decide) => run(changing(table, key, decide)),
    close: () => drop(),
  };
}
