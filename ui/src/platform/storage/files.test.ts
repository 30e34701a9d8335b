/** Claims about writing files of this site's own where only a worker can, which may be held up or die. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeFiles } from "#test/fake-files.ts";
import type * as Files from "./files.ts";
import type { FileAnswer, FileRequest } from "./files.ts";

/** What workers do, the first one first: the last is repeated. */
type Does = "writes" | "dies" | "cannot-start";

let home: ReturnType<typeof fakeFiles>;
let workers: FakeWorker[];
let does: readonly Does[];
/** Files that somebody has open: no other handle opens them meanwhile. */
let open: Set<string>;

class FakeWorker {
  onmessage: ((event: { data: FileAnswer }) => void) | undefined;
  asked = 0;
  isTerminated = false;
  private readonly does: Does;
  constructor() {
    this.does = does[workers.length] ?? does.at(-1) ?? "writes";
    workers.push(this);
    if (this.does === "cannot-start") throw new Error("no worker");
  }
  terminate() {
    this.isTerminated = true;
  }
  postMessage({ id, path, name, bytes }: FileRequest) {
    this.asked += 1;
    if (this.does === "dies") return;
    const at = [...path, name].join("/");
    const isFree = !open.has(at);
    open.add(at);
    setTimeout(() => {
      if (isFree) {
        home.files.set(at, new Blob([bytes]));
        open.delete(at);
      }
      this.onmessage?.({ data: { id, isWritten: isFree } });
    }, 50);
  }
}

/** The files as a tab of its own sees them. */
async function tab(): Promise<typeof Files> {
  vi.resetModules();
  return import("./files.ts");
}

beforeEach(() => {
  vi.useFakeTimers();
  home = fakeFiles(undefined, "worker");
  [workers, does, open] = [[], ["writes"], new Set()];
  vi.stubGlobal("navigator", home.navigator);
  vi.stubGlobal("Worker", FakeWorker);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What became of a write after so many milliseconds. */
async function result(writing: Promise<void>, ms: number): Promise<string> {
  let said = "waits";
  writing.then(
    () => {
      said = "written";
    },
    () => {
      said = "failed";
    },
  );
  await vi.advanceTimersByTimeAsync(ms);
  return said;
}

const sound = new Blob(["sound"]);

test("two tabs that try at the same moment both write", async () => {
  const [one, other] = [await tab(), await tab()];
  const both = Promise.all([one.canWriteFiles(), other.canWriteFiles()]);
  await vi.advanceTimersByTimeAsync(500);
  expect(await both).toEqual([true, true]);
});

test("a trial file that cannot be removed does not keep a page from writing", async () => {
  const { getDirectory } = home.navigator.storage;
  Object.assign(home.navigator.storage, {
    getDirectory: async () =>
      Object.assign(await getDirectory(), { removeEntry: () => Promise.reject(new Error("open")) }),
  });
  const { writeFile } = await tab();
  expect(await result(writeFile(["parts"], "0", sound), 500)).toBe("written");
});

test("a worker that dies is given up after 5 seconds, and another one writes later", async () => {
  does = ["writes", "dies", "writes"];
  const { writeFile } = await tab();
  expect(await result(writeFile(["parts"], "0", sound), 500)).toBe("written");
  const [first] = workers;
  if (first === undefined) throw new Error("There is no worker.");
  first.postMessage = () => undefined;
  const second = writeFile(["parts"], "1", sound);
  expect(await result(second, 4_900)).toBe("waits");
  expect(await result(second, 200)).toBe("failed");
  expect(first.isTerminated).toBe(true);
  expect(await result(writeFile(["parts"], "2", sound), 0)).toBe("failed");
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await result(writeFile(["parts"], "3", sound), 6_000)).toBe("failed");
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await result(writeFile(["parts"], "4", sound), 500)).toBe("written");
});

test("a worker that never answers is given no more than what came before it was given up", async () => {
  does = ["dies"];
  const { writeFile } = await tab();
  for (let second = 0; second < 20; second += 1) {
    void result(writeFile(["parts"], String(second), sound), 0);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(workers.map(({ asked, isTerminated }) => [asked, isTerminated])).toEqual([[1, true]]);
});

test("a browser that could start no worker is asked again after half a minute", async () => {
  does = ["cannot-start", "writes"];
  const { canWriteFiles } = await tab();
  expect(await canWriteFiles()).toBe(false);
  await vi.advanceTimersByTimeAsync(31_000);
  const again = canWriteFiles();
  await vi.advanceTimersByTimeAsync(500);
  expect(await again).toBe(true);
});
