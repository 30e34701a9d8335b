/** The service worker of a visitor who opens public pages only. */
import { createServer, type Socket } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openBrowser, openPage, unreachable, type WatchedPage } from "./browser.ts";
import { keptPaths, untilAnswered } from "./front.ts";
import { startServer, type TestServer } from "./server.ts";
import { openSettled, untilSettled } from "./still.ts";

let server: TestServer;
let browser: Browser;
let watched: WatchedPage;

beforeEach(async () => {
  server = await startServer();
  browser = await openBrowser();
  watched = await openPage(browser, server.origin);
});

afterEach(async () => {
  await watched.context.close();
  watched.allowProblems(unreachable);
  await browser.close();
  await server.stop();
});

/** Visits a public page until its worker controls it. */
async function visit(page: Page, path: string): Promise<void> {
  await openSettled(page, path);
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), {
      timeout: 60_000,
    })
    .toBe(true);
}

test.each(["/", "/checkout", "/gift", "/redownload", "/payment-success"])(
  "%s registers the worker for the whole site and fetches nothing of the app",
  async (path) => {
    const { page } = watched;
    const asked: string[] = [];
    watched.context.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.addInitScript(() => {
      localStorage.setItem("silentPartnerPurchaseEmail", "buyer@example.org");
      localStorage.setItem("silentPartnerPurchaseEmailAt", String(Date.now()));
    });
    await visit(page, path);
    const { scope, script } = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return { scope: registration.scope, script: registration.active?.scriptURL };
    });
    expect(scope).toBe(`${server.origin}/`);
    expect(script).toBe(`${server.origin}/sw.js`);
    // Had the page asked for the app, the worker would be fetching it by now.
    await untilAnswered(page, "active");
    await untilSettled(page);
    await untilAnswered(page, "active");
    expect(await keptPaths(page)).toEqual([]);
    expect(asked).not.toEqual(expect.arrayContaining(["/app"]));
    expect(asked.filter((one) => /^\/(settings|voice|home|lockdown)$/.test(one))).toEqual([]);
  },
);

test("the worker waits for a slow server when no app is kept", async () => {
  const { page } = watched;
  await visit(page, "/");
  await server.kill();
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => sockets.add(socket));
  await new Promise<void>((resolve) =>
    silent.listen(Number(new URL(server.origin).port), "127.0.0.1", resolve),
  );
  const going = page.goto("/subscribe", { timeout: 5_000 }).then(
    () => "answered",
    () => "still waiting",
  );
  expect(await going).toBe("still waiting");
  expect(page.url()).not.toContain("/app");
  await watched.context.close();
  // The request that the worker still waits for may fail before its page is gone.
  watched.allowProblems(/ERR_FAILED/);
  for (const socket of sockets) socket.destroy();
  silent.close();
});

test("the worker keeps the app once it is opened, and serves it without the server", async () => {
  const { page } = watched;
  await visit(page, "/");
  expect(await keptPaths(page)).toEqual([]);
  await page.goto("/app", { waitUntil: "load" });
  await expect.poll(() => keptPaths(page), { timeout: 60_000 }).toContain("/voice");
  await server.kill();
  for (const path of ["/settings", "/voice", "/lockdown"]) {
    await page.goto(path, { waitUntil: "load" });
    await page.locator("main h1").waitFor();
  }
});
