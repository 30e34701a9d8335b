/**
 * The time of a minimal page that does comparable work: it opens with a list, and a tap on its button writes a record, renders
 * the list again, starts a recorder and then follows a link. It runs in the product's browser, under the same load at the same
 * moment, so tests compare the product's time with a multiple of it. `scripts/bench triggers` compares the product with its
 * budgets in milliseconds.
 */
import type { Browser, BrowserContext, Page } from "playwright-core";

/** The page, open. */
export type Reference = {
  /** Does something between taps; resolves to what came of it, and to the milliseconds of the middle one of the taps. */
  beside: <T>(act: () => Promise<T>) => Promise<{ result: T; tap: number }>;
  /** The same with openings of the page. */
  besideOpenings: <T>(act: () => Promise<T>) => Promise<{ result: T; opening: number }>;
  close: () => Promise<void>;
};

/** How often the page is measured before and after. */
const times = 3;
/** With as many elements as a screen of the product, so that it computes for about as long. */
const html = `<!doctype html><title>Reference</title><main><h1>Reference</h1><button>Start</button>
<a href="sms:000">Send</a><ul></ul></main><script>
const rows = Array.from({ length: 200 }, (_, at) => "<li><b>Row " + at + "</b> <span>of the list</span></li>").join("");
window.show = () => {
  const list = document.querySelector("ul");
  list.innerHTML = rows;
  return list.offsetHeight;
};
show();
</script>`;

/** The middle of an odd number of values, or the greater of the two in the middle. */
export const middleOf = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The browser that a page of a killable or linked phone runs in. */
export function browserOf({ context }: { readonly context: BrowserContext }): Browser {
  const browser = context.browser();
  if (browser === null) throw new Error("The phone has no browser of its own.");
  return browser;
}

/** Slows the processor down for the pages of a tab by this factor, as Chromium's own tools do. */
export async function slowProcessor(page: Page, factor: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: factor });
}

/** Opens the page in a profile of its own, on a processor that is slower by `slowness`. */
export async function openReference(
  browser: Browser,
  origin: string,
  slowness = 1,
): Promise<Reference> {
  const context = await browser.newContext({ permissions: ["microphone"] });
  const page = await context.newPage();
  await page.route(`${origin}/reference`, (route) =>
    route.fulfill({ contentType: "text/html", body: html }),
  );
  if (slowness > 1) await slowProcessor(page, slowness);
  await page.goto(`${origin}/reference`);
  // The browser starts what plays and records sound at the first one.
  await page.evaluate(tapOnce);
  const open = async () => {
    const begin = performance.now();
    await page.goto(`${origin}/reference`, { waitUntil: "load" });
    await page.locator("main h1").waitFor();
    return performance.now() - begin;
  };
  const between = async <T>(act: () => Promise<T>, measure: () => Promise<number>) => {
    const took: number[] = [];
    for (let count = 0; count < times; count += 1) took.push(await measure());
    const result = await act();
    for (let count = 0; count < times; count += 1) took.push(await measure());
    return { result, middle: middleOf(took) };
  };
  return {
    beside: async (act) => {
      const { result, middle: tap } = await between(act, () => page.evaluate(tapOnce));
      return { result, tap };
    },
    besideOpenings: async (act) => {
      const { result, middle: opening } = await between(act, open);
      return { result, opening };
    },
    close: () => context.close(),
  };
}

/** Runs in the page: taps the button, and resolves to the milliseconds until everything was done. */
async function tapOnce(): Promise<number> {
  const { show } = window as unknown as { show: () => number };
  const [button, link] = ["button", "a"].map((name) => document.querySelector<HTMLElement>(name));
  if (!button || !link) throw new Error("This is not the page of the reference.");
  const database = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open("reference");
    opening.onupgradeneeded = () => opening.result.createObjectStore("state");
    opening.onsuccess = () => resolve(opening.result);
  });
  const keep = async () => {
    await new Promise<void>((resolve) => {
      const writing = database.transaction("state", "readwrite");
      writing.objectStore("state").put({ at: Date.now() }, "tapped");
      writing.oncomplete = () => resolve();
    });
    show();
    await new Promise(requestAnimationFrame);
  };
  const record = async () => {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    const recorder = new MediaRecorder(stream);
    await new Promise((resolve) => {
      recorder.onstart = resolve;
      recorder.start();
    });
    return stream;
  };
  const took = await new Promise<number>((resolve) => {
    button.onclick = async () => {
      const tapped = performance.now();
      const [stream] = await Promise.all([record(), keep()]);
      link.onclick = (event) => {
        event.preventDefault();
        resolve(performance.now() - tapped);
        for (const track of stream.getTracks()) track.stop();
      };
      link.click();
    };
    button.click();
  });
  database.close();
  return took;
}
