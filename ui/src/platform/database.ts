/** A database that is opened once, and again after the browser or another tab closed it. */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";

/** How to reach a database. */
export interface Database<Schema extends DBSchema> {
  /** The open database; rejects where the browser has none, and tries again the next time. */
  readonly open: () => Promise<IDBPDatabase<Schema>>;
  /** Closes it; the next use opens it again. */
  readonly close: () => Promise<void>;
}

/** Describes a database; `upgrade` creates its tables. Nothing is opened before it is used. */
export function lazyDatabase<Schema extends DBSchema>(
  name: string,
  version: number,
  upgrade: (db: IDBPDatabase<Schema>) => void,
): Database<Schema> {
  let opening: Promise<IDBPDatabase<Schema>> | undefined;
  const forget = () => {
    opening = undefined;
  };
  return {
    open: () => {
      opening ??= openDB<Schema>(name, version, {
        upgrade,
        blocking: (_current, _blocked, event) => {
          (event.target as IDBDatabase).close();
          forget();
        },
        terminated: forget,
      }).catch((error: unknown) => {
        forget();
        throw error;
      });
      return opening;
    },
    close: async () => {
      const open = opening;
      forget();
      (await open)?.close();
    },
  };
}
