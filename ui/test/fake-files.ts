/** The browser's private file system in memory, for tests. */

/** Files by their path; a test may look at them and change them. */
type FakeFiles = Map<string, Blob>;

const missing = () => new DOMException("not there", "NotFoundError");

/** How a browser writes files: on the page, only in a worker, or not at all. */
type Writes = "page" | "worker" | "none";

function folder(files: FakeFiles, folders: Set<string>, path: string, writes: Writes): object {
  const namesHere = () => {
    const all = [...files.keys(), ...folders].filter((one) => one.startsWith(path));
    return new Set(all.map((one) => one.slice(path.length).split("/")[0] ?? "").filter(Boolean));
  };
  return {
    getDirectoryHandle: async (name: string, { create = false } = {}) => {
      const below = `${path}${name}/`;
      if (create) folders.add(below);
      if (!folders.has(below)) throw missing();
      return folder(files, folders, below, writes);
    },
    getFileHandle: async (name: string, { create = false } = {}) => {
      const at = path + name;
      if (!(create || files.has(at))) throw missing();
      if (!files.has(at)) files.set(at, new Blob());
      let written = new Blob();
      return {
        getFile: async () => files.get(at),
        ...(writes === "page" && {
          createWritable: async () => ({
            write: async (content: Blob) => {
              written = content;
            },
            close: async () => void files.set(at, written),
            abort: async () => undefined,
          }),
        }),
        ...(writes === "worker" && {
          createSyncAccessHandle: async () => ({
            truncate: () => void files.set(at, new Blob()),
            write: (bytes: ArrayBuffer) => {
              files.set(at, new Blob([bytes]));
              return bytes.byteLength;
            },
            flush: () => undefined,
            close: () => undefined,
          }),
        }),
      };
    },
    removeEntry: async (name: string) => {
      files.delete(path + name);
      for (const key of [...files.keys()]) if (key.startsWith(`${path}${name}/`)) files.delete(key);
      folders.delete(`${path}${name}/`);
    },
    async *keys() {
      yield* namesHere();
    },
  };
}

/** Makes the file system, its files, and what a test stubs the global `navigator` with. */
export function fakeFiles(freeBytes = 1_000_000_000, writes: Writes = "page") {
  const files: FakeFiles = new Map();
  const folders = new Set<string>();
  const storage = {
    getDirectory: async () => folder(files, folders, "", writes),
    estimate: async () => ({ quota: freeBytes, usage: 0 }),
  };
  return { files, navigator: { storage } };
}
