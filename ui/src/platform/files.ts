/** Files of this site's own, in the browser's private file system. Everything rejects where a browser has none. */
import type { FileAnswer, FileRequest } from "./file-messages.ts";
import { trustedScriptUrl } from "./trusted-scripts.ts";

async function folderAt(
  path: readonly string[],
  create: boolean,
): Promise<FileSystemDirectoryHandle> {
  let folder = await navigator.storage.getDirectory();
  for (const name of path) folder = await folder.getDirectoryHandle(name, { create });
  return folder;
}

type Write = (path: readonly string[], name: string, content: Blob) => Promise<void>;

const writeDirectly: Write = async (path, name, content) => {
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
};

/** A worker, and those who wait for its answers. */
function fileWorker(): Write {
  const worker = new Worker(trustedScriptUrl(__FILE_WORKER__));
  const waiting = new Map<number, (isWritten: boolean) => void>();
  let count = 0;
  worker.onmessage = ({ data }: MessageEvent<FileAnswer>) => {
    waiting.get(data.id)?.(data.isWritten);
    waiting.delete(data.id);
  };
  worker.onerror = () => {
    for (const answer of waiting.values()) answer(false);
    waiting.clear();
  };
  return async (path, name, content) => {
    const bytes = await content.arrayBuffer();
    count += 1;
    const request: FileRequest = { id: count, path, name, bytes };
    const isWritten = await new Promise<boolean>((resolve) => {
      waiting.set(request.id, resolve);
      worker.postMessage(request, [bytes]);
    });
    if (!isWritten) throw new Error("The file could not be written.");
  };
}

const PROBE = "probe";

/** The first way in which this browser writes a file, found by writing one. */
async function findWriter(): Promise<Write | null> {
  for (const make of [() => writeDirectly, fileWorker]) {
    try {
      const write = make();
      await write([], PROBE, new Blob([PROBE]));
      await (await folderAt([], false)).removeEntry(PROBE);
      return write;
    } catch {
      // The next way may do.
    }
  }
  return null;
}

let found: { readonly storage: StorageManager; readonly writer: Promise<Write | null> } | undefined;

function writer(): Promise<Write | null> {
  const { storage } = navigator;
  if (storage?.getDirectory === undefined) return Promise.resolve(null);
  if (found?.storage !== storage) found = { storage, writer: findWriter() };
  return found.writer;
}

/** Whether this browser writes files; asked of it once. */
export async function canWriteFiles(): Promise<boolean> {
  return (await writer()) !== null;
}

/** Writes a whole file, or nothing of it: one that a killed browser was writing is empty, or cut short. */
export async function writeFile(
  path: readonly string[],
  name: string,
  content: Blob,
): Promise<void> {
  const write = await writer();
  if (write === null) throw new Error("This browser writes no files.");
  await write(path, name, content);
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
