/** Pieces of sound that is put together for playing: a database's blobs are files, and need no memory. */
import { recordingLimits, storageLimits } from "#content/limits.ts";
import { lazyDatabase } from "#platform/storage/database.ts";
import { freeBytes } from "#platform/storage/storage-room.ts";

const TABLE = "pieces";

const database = lazyDatabase("pieces", 1, (db) => {
  db.createObjectStore(TABLE, { autoIncrement: true });
});

/** Keeps the pieces of what is put together, until they are forgotten. */
export interface PieceKeeper {
  /** The piece as it is, or, after as many bytes as may be in memory, by reference to a file. */
  readonly keep: (piece: Blob) => Promise<Blob>;
  /** Removes the files. */
  readonly forget: () => void;
}

/** The piece by reference to a file, which `onKept` is told of, or as it is where that cannot be or would leave too little room. */
async function setAside(piece: Blob, onKept: (key: IDBValidKey) => void): Promise<Blob> {
  try {
    if ((await freeBytes()) < storageLimits.copyLeavesBytes) return piece;
    const key = await database.write([TABLE], (tx) => tx.objectStore(TABLE).add(piece));
    onKept(key);
    return (await database.read([TABLE], (tx) => tx.objectStore(TABLE).get(key))) ?? piece;
  } catch {
    return piece;
  }
}

/** Begins to keep pieces. */
export function pieceKeeper(): PieceKeeper {
  let bytes = 0;
  const keys: IDBValidKey[] = [];
  const forget = async () => {
    const [first, ...others] = keys.splice(0);
    if (first === undefined) return;
    await database.write([TABLE], (tx) => {
      const table = tx.objectStore(TABLE);
      for (const key of others) table.delete(key);
      return table.delete(first);
    });
  };
  return {
    keep: async (piece) => {
      bytes += piece.size;
      if (bytes <= recordingLimits.inMemoryBytes) return piece;
      return setAside(piece, (key) => keys.push(key));
    },
    forget: () => void forget().catch(() => undefined),
  };
}

/** Removes every piece: nothing that was put together stays behind. */
export async function forgetPieces(): Promise<void> {
  try {
    await database.write([TABLE], (tx) => tx.objectStore(TABLE).clear());
  } catch {
    // Without a database there are none.
  }
}

/** Closes the database, so that a test can begin anew. */
export function closePieces(): Promise<void> {
  return database.close();
}
