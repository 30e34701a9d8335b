/** What a new release of the worker keeps, removes and repairs. */
import type { Browser, Page } from "playwright-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openBrowser, openPage, unreachable, type WatchedPage } from "./browser.ts";
import { withSettings } from "./fakes.ts";
import {
  type Front,
  keptPaths,
  openFront,
  untilReleaseTakesOver,
  untilReleaseWaits,
  visitAnew,
  workers,
} from "./front.ts";
import { startServer, type TestServer } from "./server.ts";

let server: TestServer;
let browser: Browser;
let front: Front;
let page: Page;
let watched: WatchedPage;

/** The first release is kept and active. */
beforeEach(async () => {
  server = await startServer();
  browser = await openBrowser();
  front = await openFront(server.origin);
  watched = await openPage(browser, front.origin);
  ({ page } = watched);
  await withSettings(page);
  await page.goto("/app", { waitUntil: "load" });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => keptPaths(page)).toContain("/voice");
});

afterEach(async () => {
  await browser.close();
  // Of the broken releases, and of files that a release no longer has.
  watched.allowProblems(/dead|status of 404|bad-precaching-response/);
  // A dead page may be loaded again while its script is still fetched.
  watched.allowProblems(unreachable);
  front.close();
  await server.stop();
});

/** The worker's script with other documents: their revision ends in `name`. */
const withRevision = (name: string) => (script: string) =>
  script.replaceAll(/(revision:["`][0-9a-f]{10}-[0-9a-f]{10})(["`])/g, `$1${name}$2`);

const openSettings = async (from: Page, patienceMs: number) => {
  await from.getByRole("button", { name: /BPM/ }).click();
  const heading = from.getByRole("heading", { name: "Settings", exact: true });
  await heading.waitFor({ timeout: patienceMs });
};

/** A file that the release keeps and no document names. */
const unnamedFile = async () =>
  (await keptPaths(page)).find((path) => path.startsWith("/assets/worklet-")) ?? "";

test("a new release takes over at once from one whose pages are dead", async () => {
  const unnamed = await unnamedFile();
  front.worker = (script) => withRevision("dead")(script).replaceAll(unnamed, "/assets/dead.js");
  front.document = (html) => html.replaceAll(/src="\/assets\/[^"]+"/g, 'src="/assets/dead.js"');
  front.file = (path) => (path === "/assets/dead.js" ? "throw new Error('dead');" : undefined);
  await untilReleaseWaits(page);
  await visitAnew(page);
  await expect.poll(async () => (await workers(page)).waits, { timeout: 60_000 }).toBe(false);
  await visitAnew(page);
  await expect(openSettings(page, 5_000), "the pages are dead").rejects.toThrow();

  front.worker = withRevision("mended");
  front.document = (html) => html;
  // The dead page does nothing for this: the browser looks for a new release at each visit.
  await untilReleaseTakesOver(page);
  await page.reload({ waitUntil: "load" });
  await openSettings(page, 30_000);
});

test("a new release keeps the files of the one before it, and drops those of older ones", async () => {
  const first = await unnamedFile();
  const replace = (name: string) => {
    front.worker = (script) =>
      withRevision(name)(script).replaceAll(first, `/assets/worklet-${name}.js`);
    front.file = (path) =>
      path.startsWith("/assets/worklet-")
        ? path.includes(name)
          ? `/* ${name} */`
          : null
        : undefined;
  };
  const update = async () => {
    await untilReleaseWaits(page);
    await visitAnew(page);
    await expect.poll(async () => (await workers(page)).waits, { timeout: 60_000 }).toBe(false);
  };
  replace("second");
  await update();
  expect(await keptPaths(page)).toEqual(
    expect.arrayContaining([first, "/assets/worklet-second.js"]),
  );
  const answer = await page.evaluate(async (path) => (await fetch(path)).status, first);
  expect(answer, "the server has it no more").toBe(200);

  replace("third");
  await update();
  await expect.poll(() => keptPaths(page)).not.toContain(first);
  expect(await keptPaths(page)).toEqual(
    expect.arrayContaining(["/assets/worklet-second.js", "/assets/worklet-third.js"]),
  );
});

/** What becomes of a release that the browser finds now. */
const fateOfRelease = (from: Page) =>
  from.evaluate(async () => {
    const found = await (await navigator.serviceWorker.getRegistration())?.update();
    const next = found?.installing;
    if (next == null) throw new Error("There is no new release.");
    return new Promise<string>((resolve) => {
      next.addEventListener("statechange", () => resolve(next.state), { once: true });
    });
  });

test("a release is kept with its own documents alone, also where the server is replaced meanwhile", async () => {
  front.worker = withRevision("second");
  front.document = (html) => html.replaceAll(/\/assets\/[\w-]+/g, "$&-third");
  expect(await fateOfRelease(page), "another release's documents").toBe("redundant");
  front.document = () => "<h1>Back soon</h1>";
  expect(await fateOfRelease(page), "a notice of a proxy").toBe("redundant");
  front.document = (html) => html;
  await untilReleaseWaits(page);
  expect((await workers(page)).waits).toBe(true);
});

test("a changed configuration reaches an app that is installed", async () => {
  await page.goto("/settings", { waitUntil: "load" });
  await page.getByText("Unlock code: 1234").waitFor();
  await server.kill();
  await server.restart({ DEMO_PIN: "9876", DISPLAY_ABBREVIATION: "HM" });
  await untilReleaseWaits(page);
  await visitAnew(page);
  await expect.poll(async () => (await workers(page)).waits, { timeout: 60_000 }).toBe(false);
  await server.kill();
  await page.goto("/settings", { waitUntil: "load" });
  await page.getByText("Unlock code: 9876").waitFor();
  const name = await page.evaluate(
    async () => (await (await fetch("/manifest.webmanifest")).json()).name,
  );
  expect(name).toBe("HM Heart Rate Monitor");
});
