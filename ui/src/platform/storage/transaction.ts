/** One try of a transaction: it can be taken back as long as nothing of it is on the disk. */

/** What a transaction does. */
export interface Plan<T> {
  readonly tables: readonly string[];
  readonly mode: IDBTransactionMode;
  /** Makes the requests; returns how to read the result once the transaction is complete. `fail` takes it back. */
  readonly begin: (tx: IDBTransaction, fail: (error: unknown) => void) => () => T;
}

/** A transaction, from the opening of its database on. */
export interface Try<T> {
  readonly result: Promise<T>;
  /** Takes it back and rejects with `reason`; false when the browser may be writing it already. */
  readonly takeBack: (reason: Error) => boolean;
  /** Rejects with `reason`, whatever becomes of it. */
  readonly giveUp: (reason: Error) => void;
}

/**
 * Says that no request follows. The browser then needs no answer of this page to write it, so that a frozen page keeps
 * nobody waiting.
 */
export function commit(tx: IDBTransaction | null): void {
  tx?.commit?.();
}

/** Begins a plan as soon as its database is open. */
export function tryOnce<T>(
  opening: Promise<IDBDatabase>,
  { tables, mode, begin }: Plan<T>,
): Try<T> {
  let tx: IDBTransaction | null = null;
  let isOver = false;
  let reject: (reason: unknown) => void = () => undefined;
  const giveUp = (reason: unknown) => {
    isOver = true;
    reject(reason);
  };
  const takeBack = (reason: unknown) => {
    try {
      tx?.abort();
    } catch {
      // The browser was told that no request follows.
      if (mode !== "readonly") return false;
    }
    giveUp(reason);
    return true;
  };
  const result = new Promise<T>((resolve, refuse) => {
    reject = refuse;
    const start = (db: IDBDatabase) => {
      if (isOver) return;
      tx = db.transaction(tables, mode, { durability: "strict" });
      // Set before the requests: they may end it.
      tx.onabort = () => refuse(tx?.error ?? new DOMException("Ended", "AbortError"));
      try {
        const read = begin(tx, takeBack);
        tx.oncomplete = () => resolve(read());
      } catch (error) {
        takeBack(error);
      }
    };
    opening.then(start).catch(refuse);
  });
  return { result, takeBack, giveUp };
}
