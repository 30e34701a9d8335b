/** Files of this site's own, in the browser's private file system. Everything rejects where a browser has none. */
import { storageLimits } from "#content/limits.ts";
import { runningTime, timeLimit } from "#platform/clock.ts";
import { randomId } from "#platform/random-id.ts";
import { trustedScriptUrl } from "#platform/trusted-scripts.ts";

/** Asks the worker that writes files for a whole one. */
export interface FileRequest {
  readonly id: number;
  readonly path: readonly string[];
  readonly name: string;
  readonly bytes: ArrayBuffer;
}

/** Whether it was written. */
export interface FileAnswer {
  readonly id: number;
  readonly isWritten: boolean;
}

/** A folder by its path. */
export async function folderAt(
  path: readonly string[],
  create: boolean,
): Promise<FileSystemDirectoryHandle> {
  let folder = await navigator.storage.getDirectory();
  for (const name of path) folder = await folder.getDirectoryHandle(name, { create });
  return folder;
}

/** A way to write a whole file. */
interface Writer {
  readonly write: (path: readonly string[], name: string, content: Blob) => Promise<void>;
  /** Ends it, with all that it was asked for. */
  readonly close: () => void;
}

const onThisPage = (): Writer => ({
  write: async (path, name, content) => {
    const folder = await folderAt(path, true);
    const file = await folder.getFileHandle(name, { create: true });
    let writing: FileSystemWritableFileStream | undefined;
    try {
      writing = await file.createWritable();
      await writing.write(content);
      await writing.close();
    } catch (error) {
      await writing?.abort().catch(() => undefined);
      await folder.removeEntry(name).catch(() => undefined);
      throw error;
    }
  },
  close: () => undefined,
});

/** A worker, and those who wait for its answers. */
function inWorker(): Writer {
  const worker = new Worker(trustedScriptUrl(__FILE_WORKER__));
  const waiting = new Map<number, (isWritten: boolean) => void>();
  let count = 0;
  worker.onmessage = ({ data }: MessageEvent<FileAnswer>) => {
    waiting.get(data.id)?.(data.isWritten);
    waiting.delete(data.id);
  };
  const fail = () => {
    for (const answer of waiting.values()) answer(false);
    waiting.clear();
  };
  worker.onerror = fail;
  const write: Writer["write"] = async (path, name, content) => {
    const bytes = await content.arrayBuffer();
    count += 1;
    const request: FileRequest = { id: count, path, name, bytes };
    const isWritten = await new Promise<boolean>((resolve) => {
      waiting.set(request.id, resolve);
      worker.postMessage(request, [bytes]);
    });
    if (!isWritten) throw new Error("Not written");
  };
  const close = () => {
    worker.terminate();
    fail();
  };
  return { write, close };
}

let found: {
  readonly storage: StorageManager;
  readonly at: number;
  writer: Promise<Writer | null>;
};

/** Writes in time; a writer that does not answer would hold all that it was ever given, and is not used again. */
function writeWith(writer: Writer, ...file: Parameters<Writer["write"]>): Promise<void> {
  return timeLimit(writer.write(...file), storageLimits.filePatienceMs, () => {
    writer.close();
    found.writer = Promise.resolve(null);
  });
}

/** The first way in which this browser writes a file, found by writing one that no other tab writes. */
async function findWriter(): Promise<Writer | null> {
  for (const make of [onThisPage, inWorker]) {
    try {
      const writer = make();
      const name = `probe-${randomId()}`;
      await writeWith(writer, [], name, new Blob([name]));
      await (await folderAt([], false)).removeEntry(name).catch(() => undefined);
      return writer;
    } catch {
      // The next way may do.
    }
  }
  return null;
}

/** How this page writes files; where it could not, that is tried again after a while. */
async function writerNow(): Promise<Writer | null> {
  const { storage } = navigator;
  if (storage?.getDirectory === undefined) return null;
  const find = () => {
    found = { storage, at: runningTime(), writer: findWriter() };
  };
  if (found?.storage !== storage) find();
  const isOld = runningTime() - found.at > storageLimits.filesAgainMs;
  if (isOld && (await found.writer) === null) find();
  return found.writer;
}

/** Whether this browser writes files now. */
export async function canWriteFiles(): Promise<boolean> {
  return (await writerNow()) !== null;
}

/** Writes a whole file in time, or nothing of it: one that a killed browser was writing is empty, or cut short. */
export async function writeFile(
  path: readonly string[],
  name: string,
  content: Blob,
): Promise<void> {
  const writer = await writerNow();
  if (writer === null) throw new Error("No files");
  await writeWith(writer, path, name, content);
}

/** The names in a folder, in no order; none when it does not exist. */
export async function namesIn(path: readonly string[]): Promise<string[]> {
  try {
    const names: string[] = [];
    for await (const name of (await folderAt(path, false)).keys()) names.push(name);
    return names;
  } catch (error) {
    if (error instanceof DOMException && error.name === "NotFoundError") return [];
    throw error;
  }
}

/** A file's bytes. */
export async function readFile(path: readonly string[], name: string): Promise<ArrayBuffer> {
  const file = await (await folderAt(path, false)).getFileHandle(name);
  return (await file.getFile()).arrayBuffer();
}

/** Removes a folder with everything in it, if it exists. */
export async function removeFolder(path: readonly string[]): Promise<void> {
  const name = path.at(-1);
  if (name === undefined || !(await namesIn(path.slice(0, -1))).includes(name)) return;
  await (await folderAt(path.slice(0, -1), false)).removeEntry(name, { recursive: true });
}
