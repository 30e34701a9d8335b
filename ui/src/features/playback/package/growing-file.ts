/** A file that is made piece by piece. */

/** As much as is joined into one piece. */
const PIECE_BYTES = 1_048_576;

/** A file while it is made. */
export interface GrowingFile {
  /** How many bytes it has so far. */
  readonly size: () => number;
  readonly add: (content: string | ArrayBuffer) => Promise<void>;
  /** The file, when there is no more to add. */
  readonly end: () => Promise<Blob>;
}

/** Begins a file; `keep` takes each piece to where it stays. */
export function growingFile(keep: (piece: Blob) => Promise<Blob>): GrowingFile {
  const pieces: Blob[] = [];
  let [some, waiting, all]: [BlobPart[], number, number] = [[], 0, 0];
  const join = async () => {
    const piece = new Blob(some);
    [some, waiting] = [[], 0];
    pieces.push(await keep(piece));
  };
  return {
    size: () => all,
    add: async (content) => {
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
      some.push(bytes);
      waiting += bytes.byteLength;
      all += bytes.byteLength;
      if (waiting >= PIECE_BYTES) await join();
    },
    end: async () => {
      if (waiting > 0) await join();
      return new Blob(pieces);
    },
  };
}
