/** A worker that writes files where pages cannot (Safari before 26): only workers have `createSyncAccessHandle` there. */
import type { FileAnswer, FileRequest } from "./files.ts";

/** Not among the DOM's types. Safari before 16.4 returns promises from all but `write`. */
interface SyncAccess {
  readonly write: (bytes: ArrayBuffer, options: { at: number }) => number;
  readonly truncate: (size: number) => unknown;
  readonly flush: () => unknown;
  readonly close: () => unknown;
}

async function write({ path, name, bytes }: FileRequest): Promise<void> {
  let folder = await navigator.storage.getDirectory();
  for (const one of path) folder = await folder.getDirectoryHandle(one, { create: true });
  const file = (await folder.getFileHandle(name, { create: true })) as FileSystemFileHandle & {
    createSyncAccessHandle(): Promise<SyncAccess>;
  };
  try {
    const access = await file.createSyncAccessHandle();
    try {
      await access.truncate(0);
      if (access.write(bytes, { at: 0 }) !== bytes.byteLength) throw new Error("No room");
      await access.flush();
    } finally {
      await access.close();
    }
  } catch (error) {
    await folder.removeEntry(name).catch(() => undefined);
    throw error;
  }
}

self.onmessage = async ({ data }: MessageEvent<FileRequest>) => {
  const answer = (isWritten: boolean) =>
    (self as { postMessage(message: FileAnswer): void }).postMessage({ id: data.id, isWritten });
  await write(data).then(
    () => answer(true),
    () => answer(false),
  );
};
