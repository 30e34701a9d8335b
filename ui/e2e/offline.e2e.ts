/** The app without its server: stopped, unreachable, or silent. */
import { createServer, type Server } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { appPages, openAll, untilAppKept, visitOnce } from "./app-pages.ts";
import { openPage, unreachable, type WatchedPage } from "./browser.ts";
import { withSettings } from "./fakes.ts";
import { keptPaths, openFront } from "./front.ts";
import { closedGate } from "./gate.ts";
import { middleOf, openReference } from "./reference.ts";
import { ownServer, stage } from "./stage.ts";

// Its server is stopped, so it is the file's own.
const on = stage(ownServer);
let isStopped = false;
/** What has taken its port and never answers. */
let silent: Server | undefined;
let watched: WatchedPage;

beforeEach(async () => {
  watched = await on.visit();
  await withSettings(watched.page);
  await visitOnce(watched.page);
});

afterEach(async () => {
  await watched.context.close();
  watched.allowProblems(unreachable);
  silent?.close();
  silent = undefined;
  if (isStopped) await on.server.restart();
  isStopped = false;
});

async function stopServer(): Promise<void> {
  isStopped = true;
  await on.server.kill();
}

/** Opens every page of the app without its server, and compares the times with openings of a plain page that is there at once. */
async function expectAllOpen(lose: () => Promise<unknown>): Promise<void> {
  const reference = await openReference(on.browser, on.server.origin);
  await lose();
  const { result, opening } = await reference.besideOpenings(async () => [
    await openAll(watched.page),
    await openAll(watched.page),
  ]);
  await reference.close();
  // The machine delays one opening now and then; what the product does delays both.
  const took = appPages.map((path) => Math.min(...result.map((all) => all[path] ?? Number.NaN)));
  const ratios = took.map((ms) => ms / opening);
  const said = JSON.stringify({ took, opening });
  expect(Math.max(...ratios), said).toBeLessThan(10);
  expect(middleOf(ratios), said).toBeLessThan(6);
}

describe("after one visit", () => {
  test("every page of the app opens within 10 openings of a plain page, most within 6, with the server stopped, and the heart still leads to settings", async () => {
    await expectAllOpen(stopServer);
    await watched.page.goto("/app");
    await watched.page.getByRole("button", { name: /BPM/ }).click();
    await watched.page.getByRole("heading", { name: "Settings", exact: true }).waitFor();
  });

  test("every page opens within 10 openings of a plain page, most within 6, with the network switched off", async () => {
    await expectAllOpen(() => watched.context.setOffline(true));
  });

  test("every page opens within 10 openings of a plain page, most within 6, while the server accepts and never answers, and so does the main address of a device with the app", async () => {
    await watched.context.addCookies([{ name: "view", value: "app", url: on.server.origin }]);
    await expectAllOpen(async () => {
      await stopServer();
      silent = await listenSilently(Number(new URL(on.server.origin).port));
    });
    await watched.page.goto("/");
    await watched.page.getByRole("heading", { name: "Emergency Assistance" }).waitFor();
  });

  test("the main address opens the main screen with the network switched off, whatever the cookie", async () => {
    await watched.context.setOffline(true);
    await watched.page.goto("/");
    await watched.page.getByRole("heading", { name: "Emergency Assistance" }).waitFor();
  });
});

test("without a network the pages of a purchase lead back to the app, and come once there is one", async () => {
  const { page, context } = watched;
  await context.setOffline(true);
  for (const path of ["/redownload", "/subscribe"]) {
    await page.goto(path);
    await page.getByRole("heading", { name: "No connection" }).waitFor();
  }
  await page.getByRole("link", { name: "Back to the app" }).click();
  await page.getByRole("button", { name: /BPM/ }).waitFor();
  await page.goto("/redownload");
  await context.setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Access Your App" }).waitFor();
  watched.allowProblems(/status of 503/);
});

const publicPages = [
  { path: "/", heading: /A plain heart monitor/ },
  { path: "/subscribe", heading: "Get the app" },
  { path: "/verify", heading: "Verify Your Purchase" },
] as const;

test("on a slow line a buyer waits for public pages, and gets them and not the app", async () => {
  const front = await openFront(on.server.origin);
  const slow = await openPage(on.browser, front.origin);
  await withSettings(slow.page);
  await visitOnce(slow.page);
  const gate = closedGate();
  front.before = () => gate.opened;
  const pages = await Promise.all(
    publicPages.map(async ({ path, heading }) => {
      const page = await slow.context.newPage();
      // Longer than a worker would wait that prefers what it has kept.
      const going = page.goto(path, { timeout: 4_000 }).then(
        () => "answered",
        () => "still waiting",
      );
      expect(await going, path).toBe("still waiting");
      return { page, path, heading };
    }),
  );
  gate.open();
  for (const { page, path, heading } of pages) {
    // The visit goes on where only the test had stopped to wait for it.
    await page.getByRole("heading", { name: heading }).first().waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
  }
  slow.allowProblems(unreachable);
  await slow.close();
  front.close();
});

test("the worker fetches several files at once, and documents once it has kept all files", async () => {
  const front = await openFront(on.server.origin);
  const first = await openPage(on.browser, front.origin);
  await withSettings(first.page);
  const several = closedGate();
  const asked: string[] = [];
  const keptFiles = async () =>
    (await keptPaths(first.page)).filter((path) => !appPages.includes(path)).toSorted();
  let filesAtFirstDocument: string[] | undefined;
  front.before = async (path, whatAsks) => {
    if (whatAsks !== "empty") return;
    const isDocument = appPages.includes(path);
    if (!isDocument && !/^\/(assets|icons|manifest)/.test(path)) return;
    asked.push(path);
    // A browser that is loading one of them for a page answers the worker with that.
    if (asked.length === 2) several.open();
    await several.opened;
    if (isDocument) filesAtFirstDocument ??= await keptFiles();
  };
  await first.page.goto("/app");
  await untilAppKept(first.page);
  expect(filesAtFirstDocument).toEqual(await keptFiles());
  await first.close();
  front.close();
});

test("nothing of payments, gifts, success pages or the API is kept", async () => {
  const { page } = watched;
  // Without an address the checkout leads home.
  await page.goto("/checkout");
  await page.waitForURL(`${on.server.origin}/`);
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
  expect(kept).toEqual(expect.arrayContaining(appPages));
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
