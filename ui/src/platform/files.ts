/** Files of this site's own, in the browser's private file system. Everything rejects where a browser has none. */

async function folderAt(
  path: readonly string[],
  create: boolean,
): Promise<FileSystemDirectoryHandle> {
  let folder = await navigator.storage.getDirectory();
  for (const name of path) folder = await folder.getDirectoryHandle(name, { create });
  return folder;
}

/** Writes a whole file, or nothing of it: a file that a killed browser was writing is empty. */
export async function writeFile(
  path: readonly string[],
  name: string,
  content: Blob,
): Promise<void> {
  const file = await (await folderAt(path, true)).getFileHandle(name, { create: true });
  const writing = await file.createWritable();
  try {
    await writing.write(content);
    await writing.close();
  } catch (error) {
    await writing.abort().catch(() => undefined);
    throw error;
  }
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
