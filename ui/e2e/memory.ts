/**
 * How much memory a browser holds: of all its processes, without what is in files. It is told again and again that memory
 * is short, as a phone tells it, so that what it could do without is not counted.
 */
import { readFile } from "node:fs/promises";
import type { Browser, CDPSession, Page } from "playwright-core";

/** How long workers may take to free what they can, and how long the browser is left alone until the next look, in milliseconds. */
const [FREEING_MS, BETWEEN_MS] = [100, 300];
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The kilobytes that a process has for itself; what it shares counts for each by its share. 0 for one that has ended. */
async function kilobytesOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
  const shares = text.matchAll(/^Pss_(?:Anon|Shmem):\s+(\d+) kB$/gm);
  return [...shares].reduce((sum, [, kilobytes]) => sum + Number(kilobytes), 0);
}

/** The megabytes of all processes of a browser. */
async function megabytesOf(devtools: CDPSession): Promise<number> {
  const { processInfo } = await devtools.send("SystemInfo.getProcessInfo");
  const all = await Promise.all(processInfo.map(({ id }) => kilobytesOf(id)));
  return all.reduce((sum, kilobytes) => sum + kilobytes, 0) / 1_000;
}

/** Looks at the memory of a page's browser, one look after the other, until it is stopped. */
export async function watchMemory(browser: Browser, page: Page) {
  const whole = await browser.newBrowserCDPSession();
  const one = await page.context().newCDPSession(page);
  const look = async (): Promise<number> => {
    await one.send("Memory.simulatePressureNotification", { level: "critical" });
    await one.send("HeapProfiler.collectGarbage");
    await pause(FREEING_MS);
    return megabytesOf(whole);
  };
  let [peak, isOver] = [0, false];
  const watching = (async () => {
    while (!isOver) {
      // The peak may be taken meanwhile, and begins anew then.
      const now = await look();
      peak = Math.max(peak, now);
      await pause(BETWEEN_MS);
    }
  })();
  // What went wrong is told to whoever stops it.
  watching.catch(() => undefined);
  return {
    /** The megabytes now. */
    now: look,
    /** The most megabytes since this was asked last, at least those of now. */
    takePeak: async () => {
      const most = Math.max(peak, await look());
      peak = 0;
      return most;
    },
    stop: async () => {
      isOver = true;
      await watching;
    },
  };
}
