/** The database for guardian links, their keys and what came over them. The service worker reads it too. */
import { type Change, lazyDatabase } from "#platform/storage/database.ts";

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
