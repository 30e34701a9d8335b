/** The emergency on a phone that opened the app once and cannot reach the server any more. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { untilAppKept } from "./app-pages.ts";
import { takeProblems, unreachable } from "./browser.ts";
import { stateOf } from "./evidence.ts";
import { type KillableBrowser, openKillable } from "./killable.ts";
import {
  leaveEnd,
  messagesOf,
  mirrorOf,
  openMainScreen,
  ownPin,
  partsOf,
  patience,
  startReal,
  unlock,
} from "./phone.ts";
import { startServer, type TestServer } from "./server.ts";

const android =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36";

let server: TestServer;
let profile: string;
let browser: KillableBrowser;

const openPhoneAgain = () =>
  openKillable(profile, server.origin, [`--user-agent=${android}`, "--window-size=360,780"]);

/** One visit, until the worker has kept everything; then the browser and the server are killed. */
beforeEach(async () => {
  server = await startServer();
  profile = await mkdtemp(join(tmpdir(), "profile-"));
  browser = await openPhoneAgain();
  await browser.page.goto(`${server.origin}/home`);
  await untilAppKept(browser.page);
  await browser.kill();
  await server.kill();
  browser = await openPhoneAgain();
});
afterEach(async () => {
  await browser.kill();
  takeProblems(browser.problems, unreachable);
  await server.stop();
  await rm(profile, { recursive: true, force: true });
});

/** The page's exceptions, and the files of the app that failed to load. */
function faultsOf(page: Page): string[] {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("requestfailed", (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith("/api/")) faults.push(pathname);
  });
  return faults;
}

test("opened without a server, it locks, records, prepares the message with the location, and unlocks", async () => {
  const { page } = browser;
  const faults = faultsOf(page);
  await openMainScreen(page, server.origin);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await startReal(page);
  await page.getByText("Recording audio evidence").waitFor();
  await page.getByText("Location recorded").waitFor();
  await page.getByText("1 message opened", { exact: true }).waitFor();
  const [message] = await messagesOf(page);
  const body = decodeURIComponent(message?.href ?? "");
  expect(body).toContain("Send help, I am in danger.");
  expect(body).toContain("https://maps.google.com/?q=-33.86882,151.20929");
  expect(await mirrorOf(page)).toMatchObject({ isLocked: true, isRecording: true });
  await expect
    .poll(async () => (await partsOf(page))[0]?.decoded ?? 0, patience)
    .toBeGreaterThan(2);
  expect(requests).toEqual([]);

  await unlock(page, ownPin);
  await page.getByText("Recording Saved", { exact: true }).waitFor();
  await page.getByRole("heading", { name: "Emergency ended. Recording saved." }).waitFor();
  await leaveEnd(page);
  await page.getByRole("heading", { name: "Emergency Assistance" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/");
  expect(await mirrorOf(page)).toMatchObject({ isLocked: false });
  const [part, ...others] = await partsOf(page);
  expect(others).toEqual([]);
  expect(part?.status).toBe("stopped");
  expect(faults).toEqual([]);
});

test("killed during an emergency, it reopens locked without a server and goes on recording", async () => {
  await browser.page.goto(`${server.origin}/home`);
  await browser.page.getByText("Ready", { exact: true }).waitFor();
  await startReal(browser.page);
  await expect
    .poll(async () => (await partsOf(browser.page))[0]?.decoded ?? 0, patience)
    .toBeGreaterThan(1);
  await expect
    .poll(() => stateOf(browser.page, "emergency"), patience)
    .toMatchObject({ messages: [{ status: "opened" }, {}] });
  await browser.kill();
  takeProblems(browser.problems, unreachable);
  browser = await openPhoneAgain();
  const { page } = browser;
  const faults = faultsOf(page);
  await page.goto(`${server.origin}/app`);
  await page.getByRole("heading", { name: "EMERGENCY MODE ACTIVE" }).waitFor();
  await page.getByText("Audio recording in progress").waitFor();
  await page.getByRole("button", { name: /Send to Ben/ }).click();
  await page.getByText("2 messages opened", { exact: true }).waitFor();
  await expect
    .poll(async () => (await partsOf(page)).map(({ part, status }) => [part, status]), patience)
    .toEqual([
      [1, "recovered"],
      [2, "recording"],
    ]);
  expect(faults).toEqual([]);
});

test("in a tab whose files are gone from every cache, as after two releases, it needs none of them until a code has ended it", async () => {
  const { page } = browser;
  await openMainScreen(page, server.origin);
  await page.waitForLoadState("networkidle");
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  const tools = await page.context().newCDPSession(page);
  await tools.send("Network.clearBrowserCache");
  await startReal(page);
  await page.getByText("Recording audio evidence").waitFor();
  await page.getByText("1 message opened", { exact: true }).waitFor();
  await expect
    .poll(async () => (await partsOf(page))[0]?.decoded ?? 0, patience)
    .toBeGreaterThan(2);
  await unlock(page, "0000");
  await page
    .getByText(/4 attempts remaining/)
    .first()
    .waitFor();
  expect(requests).toEqual([]);

  await unlock(page, ownPin);
  // The screen after it is asked for: in vain here, and after a release it comes with a new document.
  await expect.poll(() => requests, patience).not.toEqual([]);
  await server.restart();
  await page.goto(`${server.origin}/home`);
  await page.getByRole("heading", { name: "Emergency Assistance" }).waitFor();
  expect(await mirrorOf(page)).toMatchObject({ isLocked: false });
  expect(await stateOf(page, "emergency")).toMatchObject({ isLocked: false });
  expect((await partsOf(page))[0]?.decoded).toBeGreaterThan(2);
});
