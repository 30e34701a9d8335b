/** Which homes recordings have on this browser. */
import { storageLimits } from "#content/limits.ts";
import { canWriteFiles } from "#platform/storage/files.ts";
import { freeBytes } from "#platform/storage/storage-room.ts";
import { listRecordings } from "#store/app-database.ts";

/** The homes of recordings on this device, now. */
export interface EvidenceHomes {
  readonly hasDatabase: boolean;
  readonly hasFiles: boolean;
  /** Whether there is room for a second copy. */
  readonly hasRoom: boolean;
}

/** Which homes a recording would have, found by using them. */
export async function evidenceHomes(): Promise<EvidenceHomes> {
  const hasDatabase = await listRecordings().then(
    () => true,
    () => false,
  );
  const hasFiles = await canWriteFiles();
  return { hasDatabase, hasFiles, hasRoom: (await freeBytes()) > storageLimits.copyLeavesBytes };
}
