/** New releases of the worker: never at a bad moment, and never without a way back. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openBrowser, openPage } from "./browser.ts";
import { fakeSpeech, withSettings } from "./fakes.ts";
import { startServer, type TestServer } from "./server.ts";

let server: TestServer;
let browser: Browser;
let front: Server;
let origin: string;
/** What the worker's script is at this moment of the test. */
let release: (script: string) => string;

beforeEach(async () => {
  server = await startServer();
  browser = await openBrowser();
  release = (script) => script;
  front = createServer((request, response) => {
    fetch(server.origin + request.url, { redirect: "manual" }).then(
      async (answer) => {
        const isWorker = request.url === "/sw.js";
        const body = Buffer.from(await answer.arrayBuffer());
        const {
          "content-encoding": _encoding,
          "content-length": _length,
          ...headers
        } = Object.fromEntries(answer.headers);
        response.writeHead(answer.status, headers);
        response.end(isWorker ? release(body.toString()) : body);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
});

afterEach(async () => {
  await browser.close();
  front.closeAllConnections();
  front.close();
  await server.stop();
});

/** Lets the browser look for a new release now; on its own it does so at each visit. */
const lookForRelease = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update().catch(() => undefined);
  });

const workers = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return { waits: registration?.waiting != null, isActive: registration?.active != null };
  });

async function open(settings: object): Promise<Page> {
  const { page } = await openPage(browser, origin);
  await fakeSpeech(page);
  await withSettings(page, settings);
  await page.goto("/app", { waitUntil: "load" });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  return page;
}

test("a new release waits while the app listens, and begins at the next visit after that", async () => {
  const page = await open({ isListeningEnabled: true });
  await page.getByText("Voice control on").waitFor();
  release = (script) => `${script}\n// second release`;
  await lookForRelease(page);
  await expect.poll(async () => (await workers(page)).waits, { timeout: 20_000 }).toBe(true);
  await page.reload({ waitUntil: "load" });
  await page.waitForTimeout(1_000);
  expect((await workers(page)).waits, "still listening").toBe(true);

  await page.evaluate(() => {
    localStorage.setItem("silentPartnerSettings", JSON.stringify({ isListeningEnabled: false }));
  });
  await page.reload({ waitUntil: "load" });
  await expect.poll(async () => (await workers(page)).waits, { timeout: 20_000 }).toBe(false);
});

test("a broken release changes nothing, and the next good one takes its place", async () => {
  const page = await open({});
  release = () => "throw new Error('a broken release');";
  await lookForRelease(page);
  expect(await workers(page)).toEqual({ waits: false, isActive: true });
  await page.reload({ waitUntil: "load" });
  await page.getByRole("button", { name: /BPM/ }).waitFor();

  release = (script) => `${script}\n// a good release`;
  await lookForRelease(page);
  await expect.poll(async () => (await workers(page)).waits, { timeout: 20_000 }).toBe(true);
  // Opening the app anew is what a person does; the old release has let go of everything by then.
  const context = page.context();
  await page.close();
  const again = await context.newPage();
  await again.goto("/app");
  await again.getByRole("button", { name: /BPM/ }).waitFor();
  await expect.poll(async () => (await workers(again)).waits, { timeout: 30_000 }).toBe(false);
});

test("the worker is pinged every 15 s while the app listens, and not otherwise", async () => {
  const { page } = await openPage(browser, origin);
  await page.addInitScript(() => {
    const sent: string[] = [];
    Object.assign(window, { sent });
    const send = ServiceWorker.prototype.postMessage;
    ServiceWorker.prototype.postMessage = function (
      this: ServiceWorker,
      message: { type: string },
    ) {
      sent.push(message.type);
      send.call(this, message);
    } as typeof send;
  });
  await fakeSpeech(page);
  await withSettings(page, {});
  await page.goto("/app", { waitUntil: "load" });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const pings = () =>
    page.evaluate(
      () => (window as unknown as { sent: string[] }).sent.filter((type) => type === "PING").length,
    );
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
