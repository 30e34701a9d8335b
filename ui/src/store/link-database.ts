/** The database for guardian links, their keys and what came over them. The service worker reads it too. */
import type { DBSchema } from "idb";
import { lazyDatabase } from "#platform/database.ts";

interface Links extends DBSchema {
  state: { key: string; value: unknown };
}

const database = lazyDatabase<Links>("links", 1, (db) => {
  db.createObjectStore("state");
});

/** The value under a name, or undefined. */
export async function readLinks(name: string): Promise<unknown> {
  return (await database.open()).get("state", name);
}

/**
 * Reads a value and writes what `decide` returns for it, in one transaction that is on the disk when this resolves.
 * `decide` must be synchronous; its `answer` is the result.
 */
export async function changeLinks<T>(
  name: string,
  decide: (before: unknown) => { keep: unknown; answer: T },
): Promise<T> {
  const db = await database.open();
  const tx = db.transaction("state", "readwrite", { durability: "strict" });
  tx.done.catch(() => undefined);
  const { keep, answer } = decide(await tx.store.get(name));
  await Promise.all([tx.store.put(keep, name), tx.done]);
  return answer;
}

/** Closes the database, so that a test can begin anew. */
export function closeLinks(): Promise<void> {
  return database.close();
}
