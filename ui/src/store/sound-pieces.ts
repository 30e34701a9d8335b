/** Pieces of sound that is put together for playing: a database's blobs are files, and need no memory. */
import type { DBSchema } from "idb";
import { storageLimits } from "#content/limits.ts";
import { lazyDatabase } from "#platform/database.ts";
import { freeBytes } from "#platform/storage-room.ts";

interface Pieces extends DBSchema {
  pieces: { key: number; value: Blob };
}

const database = lazyDatabase<Pieces>("pieces", 1, (db) => {
  db.createObjectStore("pieces", { autoIncrement: true });
});

/** The piece by reference to a file, or as it is where that cannot be or would leave too little room. */
export async function setAside(piece: Blob): Promise<Blob> {
  try {
    if ((await freeBytes()) < storageLimits.copyLeavesBytes) return piece;
    const db = await database.open();
    const key = await db.add("pieces", piece);
    return (await db.get("pieces", key)) ?? piece;
  } catch {
    return piece;
  }
}

/** Removes every piece: nothing that was put together stays behind. */
export async function forgetPieces(): Promise<void> {
  try {
    await (await database.open()).clear("pieces");
  } catch {
    // Without a database there are none.
  }
}
