/** SHA-256 of files that are larger than what may be in memory, which the browser's own cannot take piece by piece. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** As much of a file as is in memory at once. */
const PIECE_BYTES = 1_048_576;

/** The digest of a file as 64 lower-case hexadecimal digits. */
export async function sha256OfBlob(blob: Blob): Promise<string> {
  const digest = sha256.create();
  for (let at = 0; at < blob.size; at += PIECE_BYTES) {
    digest.update(new Uint8Array(await blob.slice(at, at + PIECE_BYTES).arrayBuffer()));
  }
  return bytesToHex(digest.digest());
}
