/** When a new release of the worker begins, and what happens when it is broken. */
import type { Browser, Page } from "playwright-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openBrowser, openPage, type WatchedPage } from "./browser.ts";
import { fakeSpeech, withSettings } from "./fakes.ts";
import {
  type Front,
  lookForRelease,
  openFront,
  untilAnswered,
  untilReleaseWaits,
  visitAnew,
  workers,
} from "./front.ts";
import { ana, demoPin, unlockOverlay } from "./phone.ts";
import { startServer, type TestServer } from "./server.ts";

let server: TestServer;
let browser: Browser;
let front: Front;
let watched: WatchedPage;

beforeEach(async () => {
  server = await startServer();
  browser = await openBrowser();
  front = await openFront(server.origin);
});

afterEach(async () => {
  await browser.close();
  front.close();
  await server.stop();
});

async function open(settings: object): Promise<Page> {
  watched = await openPage(browser, front.origin);
  const { page } = watched;
  await page.addInitScript(noteMessages);
  await fakeSpeech(page);
  await withSettings(page, settings);
  await page.goto("/app", { waitUntil: "load" });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  return page;
}

/** Runs in the page: notes the types of the messages that it sends to workers. */
function noteMessages() {
  // A blank page has no workers.
  if (location.protocol === "about:") return;
  const sent: string[] = [];
  Object.assign(window, { sent });
  const send = ServiceWorker.prototype.postMessage;
  ServiceWorker.prototype.postMessage = function (this: ServiceWorker, message: { type: string }) {
    sent.push(message.type);
    send.call(this, message);
  } as typeof send;
}

/** The types of the messages that the page has sent to workers since it was loaded. */
const sentBy = (page: Page) => page.evaluate(() => (window as unknown as { sent: string[] }).sent);

/** Waits until the page has asked the waiting release to begin, and the release has had time to decide. */
async function untilAskedInVain(page: Page): Promise<void> {
  await expect.poll(() => sentBy(page)).toContain("ACTIVATE");
  await untilAnswered(page, "waiting");
  await untilAnswered(page, "waiting");
}

test("a new release waits while the app listens, and begins at the next visit after that", async () => {
  const page = await open({ isListeningEnabled: true });
  await page.getByText("Voice control on").waitFor();
  front.worker = (script) => `${script}\n// second release`;
  await untilReleaseWaits(page);
  await page.reload({ waitUntil: "load" });
  await untilAskedInVain(page);
  expect((await workers(page)).waits, "still listening").toBe(true);

  await page.evaluate(() => {
    localStorage.setItem("silentPartnerSettings", JSON.stringify({ isListeningEnabled: false }));
  });
  await page.reload({ waitUntil: "load" });
  await expect.poll(async () => (await workers(page)).waits, { timeout: 60_000 }).toBe(false);
});

test("a new release waits while the app is locked, and takes over once it is not", async () => {
  const page = await open({ contacts: [ana] });
  await page.goto("/settings", { waitUntil: "load" });
  await page.getByRole("button", { name: "TEST EMERGENCY" }).click();
  await page.getByRole("heading", { name: "EMERGENCY MODE ACTIVE" }).waitFor();
  front.worker = (script) => `${script}\n// second release`;
  await untilReleaseWaits(page);
  await page.reload({ waitUntil: "load" });
  await page.getByRole("heading", { name: "EMERGENCY MODE ACTIVE" }).waitFor();
  await untilAskedInVain(page);
  expect((await workers(page)).waits, "still locked").toBe(true);

  await unlockOverlay(page, demoPin);
  await page.getByRole("heading", { name: "Settings", exact: true }).waitFor();
  await page.reload({ waitUntil: "load" });
  await expect.poll(async () => (await workers(page)).waits, { timeout: 60_000 }).toBe(false);
});

test("a broken release changes nothing, and the next good one takes its place", async () => {
  const page = await open({});
  front.worker = () => "throw new Error('a broken release');";
  await lookForRelease(page);
  expect(await workers(page)).toEqual({ waits: false, isActive: true });
  await page.reload({ waitUntil: "load" });
  await page.getByRole("button", { name: /BPM/ }).waitFor();

  front.worker = (script) => `${script}\n// a good release`;
  await untilReleaseWaits(page);
  // A person opens the app anew; nothing uses the old release then.
  await visitAnew(page);
  await page.getByRole("button", { name: /BPM/ }).waitFor();
  await expect.poll(async () => (await workers(page)).waits, { timeout: 60_000 }).toBe(false);
  watched.expectProblems(/Uncaught Error: a broken release/);
});

test("the worker is pinged every 15 s while the app listens, and not otherwise", async () => {
  const { page } = await openPage(browser, front.origin);
  await page.addInitScript(noteMessages);
  await fakeSpeech(page);
  await withSettings(page, {});
  await page.goto("/app", { waitUntil: "load" });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const pings = async () => (await sentBy(page)).filter((type) => type === "PING").length;
  await page.clock.install();
  await page.reload({ waitUntil: "load" });
  await page.clock.runFor(40_000);
  expect(await pings()).toBe(0);
  await page.evaluate(() => {
    localStorage.setItem("silentPartnerSettings", JSON.stringify({ isListeningEnabled: true }));
  });
  await page.reload({ waitUntil: "load" });
  await page.clock.runFor(1_000);
  await page.getByText("Voice control on").waitFor();
  const first = await pings();
  await page.clock.runFor(45_000);
  expect((await pings()) - first).toBe(3);
});
