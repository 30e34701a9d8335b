/** The app without its server: stopped, unreachable, or silent. */
import { createServer, type Server } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openBrowser, openPage, unreachable, type WatchedPage } from "./browser.ts";
import { withSettings } from "./fakes.ts";
import { openFront } from "./front.ts";
import { closedGate } from "./gate.ts";
import { untilAppKept } from "./kept.ts";
import { startServer, type TestServer } from "./server.ts";

const SHELL = ["/app", "/settings", "/voice", "/home", "/lockdown", "/setup", "/post-download"];

let server: TestServer;
let browser: Browser;
let watched: WatchedPage;

/** One visit of the heart monitor, until the worker has kept everything. */
async function visitOnce(page: Page): Promise<void> {
  await page.goto("/app", { waitUntil: "networkidle" });
  await untilAppKept(page);
}

beforeEach(async () => {
  server = await startServer();
  browser = await openBrowser();
  watched = await openPage(browser, server.origin);
  await withSettings(watched.page);
  await visitOnce(watched.page);
});

afterEach(async () => {
  await watched.context.close();
  watched.allowProblems(unreachable);
  await browser.close();
  await server.stop();
});

/** Opens every page of the app and checks that it shows its heading in 3 s. */
async function openAll(page: Page): Promise<void> {
  for (const path of SHELL) {
    const begin = performance.now();
    await page.goto(path, { waitUntil: "load" });
    await page.locator("main h1").waitFor();
    expect(performance.now() - begin, path).toBeLessThan(3_000);
  }
}

describe("after one visit", () => {
  test("every page of the app opens with the server stopped, and the heart still leads to settings", async () => {
    await server.kill();
    await openAll(watched.page);
    await watched.page.goto("/app");
    await watched.page.getByRole("button", { name: /BPM/ }).click();
    await watched.page.getByRole("heading", { name: "Settings", exact: true }).waitFor();
  });

  test("every page opens with the network switched off", async () => {
    await watched.context.setOffline(true);
    await openAll(watched.page);
  });

  test("every page opens while the server accepts and never answers, and so does the main address of a device with the app", async () => {
    await watched.context.addCookies([{ name: "view", value: "app", url: server.origin }]);
    await server.kill();
    const silent = await listenSilently(Number(new URL(server.origin).port));
    try {
      await openAll(watched.page);
      await watched.page.goto("/");
      await watched.page.getByRole("heading", { name: "Emergency Assistance" }).waitFor();
    } finally {
      silent.close();
    }
  });

  test("the main address opens the main screen with the network switched off, whatever the cookie", async () => {
    await watched.context.setOffline(true);
    await watched.page.goto("/");
    await watched.page.getByRole("heading", { name: "Emergency Assistance" }).waitFor();
  });
});

test("on a slow line a buyer waits for public pages, and gets them and not the app", async () => {
  const front = await openFront(server.origin);
  const slow = await openPage(browser, front.origin);
  const { page } = slow;
  await withSettings(page);
  await visitOnce(page);
  for (const [path, heading] of [
    ["/", /A plain heart monitor/],
    ["/subscribe", "Get the app"],
    ["/verify", "Verify Your Purchase"],
  ] as const) {
    const gate = closedGate();
    front.before = () => gate.opened;
    const going = page.goto(path, { timeout: 4_000 }).then(
      () => "answered",
      () => "still waiting",
    );
    expect(await going, path).toBe("still waiting");
    gate.open();
    await page.goto(path);
    await page.getByRole("heading", { name: heading }).first().waitFor();
  }
  slow.allowProblems(unreachable);
  await slow.close();
  front.close();
});

test("nothing of payments, gifts, success pages or the API is kept", async () => {
  const { page } = watched;
  // Without an address the checkout leads home.
  await page.goto("/checkout");
  await page.waitForURL(`${server.origin}/`);
  for (const path of ["/gift", "/payment-success", "/download-success"]) {
    await page.goto(path);
  }
  const kept = await page.evaluate(async () => {
    const urls: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      urls.push(...(await cache.keys()).map((request) => new URL(request.url).pathname));
    }
    return urls;
  });
  expect(kept).toEqual(expect.arrayContaining(SHELL));
  expect(
    kept.filter((path) => /^\/(api|checkout|gift|payment|paypal|download)/.test(path)),
  ).toEqual([]);
});

test("the worker answers a ping, which the app sends every 15 s while it listens", async () => {
  const { page } = watched;
  const answer = await page.evaluate(
    () =>
      new Promise((resolve) => {
        navigator.serviceWorker.addEventListener("message", ({ data }) => resolve(data));
        navigator.serviceWorker.controller?.postMessage({ type: "PING" });
      }),
  );
  expect(answer).toEqual({ type: "PONG" });
});

/** Accepts connections on the port and never answers. */
async function listenSilently(port: number): Promise<Server> {
  const silent = createServer();
  const sockets = new Set<{ destroy: () => void }>();
  silent.on("connection", (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => silent.listen(port, "127.0.0.1", resolve));
  const close = silent.close.bind(silent);
  silent.close = () => {
    for (const socket of sockets) socket.destroy();
    return close();
  };
  return silent;
}
