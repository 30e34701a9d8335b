/** Settings and the own PIN, when the browser is killed right after they were saved. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { matchesPin } from "#platform/pin-hash.ts";
import { type KillableBrowser, openKillable } from "./killable.ts";
import { ownPin, patience } from "./phone.ts";
import { openRow } from "./rows.ts";
import { startServer, type TestServer } from "./server.ts";
import { untilSettled } from "./still.ts";

let server: TestServer;
let profile: string;
let browser: KillableBrowser | null = null;

beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  await server?.stop();
});
beforeEach(async () => {
  profile = await mkdtemp(join(tmpdir(), "profile-"));
});
afterEach(async () => {
  await browser?.kill();
  browser = null;
  await rm(profile, { recursive: true, force: true });
});

async function start(path: string) {
  browser = await openKillable(profile, server.origin);
  await browser.page.goto(server.origin + path);
  return browser;
}

test("a PIN holds although the browser is killed 100 ms after it was saved", async () => {
  const newPin = "602214";
  const { page, kill } = await start("/settings");
  // Local storage has been written to the disk before: what the kill loses is the change alone.
  await untilSettled(page);
  await openRow(page, "Security PIN");
  await page.getByLabel("Security PIN", { exact: true }).fill(newPin);
  await page.getByLabel("Security PIN again").fill(newPin);
  await page.getByLabel("Current PIN").fill(ownPin);
  await page.getByRole("button", { name: "Save Settings" }).click();
  await page.getByText("Settings saved").first().waitFor();
  // Not a wait: the moment at which the kill comes.
  await sleep(100);
  await kill();
  browser = null;
  const again = (await start("/app")).page;
  const stored = () =>
    again.evaluate(() => JSON.parse(localStorage.getItem("silentPartnerSettings") ?? "{}").pinCode);
  await expect.poll(async () => matchesPin(newPin, String(await stored())), patience).toBe(true);
});
