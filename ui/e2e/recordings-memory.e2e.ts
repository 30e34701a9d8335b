/** Eight hours of sound on a phone: opening, playing, downloading and packing them takes little memory, and the check a worker. */
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { type KillableBrowser, openKillable } from "./killable.ts";
import { writeRecordings } from "./long-recordings.ts";
import { watchMemory } from "./memory.ts";
import { stage } from "./stage.ts";
import { openSettled } from "./still.ts";

const on = stage();

/** The most that the recordings may take beside the page itself, in megabytes; held in memory they take twice as much. */
const ALLOWED = 100;

/** Eight hours, as the app writes them after interruptions, and an emergency of another day. */
const plan = [
  { emergencyEventId: "night", part: 1, seconds: 18_000 },
  { emergencyEventId: "night", part: 2, seconds: 7_200 },
  { emergencyEventId: "night", part: 3, seconds: 3_000 },
  { emergencyEventId: "day", part: 1, seconds: 600 },
];

/** Opens a phone on a profile; the voice screen is settled. */
async function openVoice(profile: string): Promise<KillableBrowser> {
  const phone = await openKillable(profile, on.server.origin);
  onTestFinished(phone.kill);
  await phone.page.addInitScript(() => {
    const heard: number[] = [];
    Object.assign(window, { heard });
    window.Audio = class extends Audio {
      constructor(url?: string) {
        super(url);
        this.addEventListener("timeupdate", () => heard.push(this.currentTime));
      }
    };
  });
  await phone.page.addInitScript(countCheckers);
  await openSettled(phone.page, `${on.server.origin}/voice`);
  return phone;
}

/** Workers that check recordings: how many there were, and how many at the same time. */
type Checkers = { checks: number; together: number };

/** Runs in the page before its scripts: counts them. The library hears too late that one has ended. */
function countCheckers(): void {
  const checkers: Checkers = { checks: 0, together: 0 };
  let now = 0;
  Object.assign(window, { checkers });
  window.Worker = class extends Worker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      if (!String(url).includes("check-worker")) return;
      now += 1;
      checkers.checks += 1;
      checkers.together = Math.max(checkers.together, now);
      const end = this.terminate.bind(this);
      this.terminate = () => {
        now -= 1;
        end();
      };
    }
  };
}

const secondsHeard = (page: Page) =>
  page.evaluate(() => Math.max(0, ...(window as unknown as { heard: number[] }).heard));

/** The hours are written first, and a busy machine takes its time. */
const patience = { timeout: 300_000 };

test(
  "eight hours of sound are opened, checked, played, downloaded and packed within 100 MB",
  patience,
  async () => {
    const profile = await mkdtemp(join(tmpdir(), "long-recordings-"));
    onTestFinished(() => rm(profile, { recursive: true, force: true }));
    const writer = await openVoice(profile);
    const bytes = await writeRecordings(writer.page, plan);
    expect(bytes).toBeGreaterThan(115_000_000);
    await writer.kill();

    const { page, context, kill } = await openVoice(profile);
    const browser = context.browser();
    if (browser === null) throw new Error("There is no browser.");
    const memory = await watchMemory(browser, page);
    onTestFinished(() => memory.stop().catch(() => undefined));
    const before = await memory.now();
    await memory.takePeak();
    const above: Record<string, number> = {};
    const note = async (what: string) => {
      above[what] = Math.round((await memory.takePeak()) - before);
    };

    await page.getByRole("tab", { name: "Recordings" }).click();
    await page.getByText(/^2 recordings/).waitFor();
    await expect
      .poll(() => page.getByText("Unchanged since recorded").count(), { timeout: 60_000 })
      .toBe(2);
    await note("opening");
    const checkers = await page.evaluate(
      () => (window as unknown as { checkers: Checkers }).checkers,
    );
    expect(checkers).toEqual({ checks: 2, together: 1 });

    await page.getByRole("button", { name: /^Play/ }).last().click();
    await expect.poll(() => secondsHeard(page), { timeout: 60_000 }).toBeGreaterThan(0);
    await note("playing");
    await page.getByRole("button", { name: /^Stop/ }).click();

    const waiting = page.waitForEvent("download", { timeout: 60_000 });
    await page
      .getByRole("button", { name: /^Download/ })
      .last()
      .click();
    const path = await (await waiting).path();
    await note("downloading");
    expect((await stat(path)).size).toBeGreaterThan(115_000_000 - 3_000_000);

    const beforePacking = await memory.now();
    await memory.takePeak();
    const packing = page.waitForEvent("download", { timeout: 120_000 });
    await page
      .getByRole("button", { name: /^Evidence package/ })
      .last()
      .click();
    await page.getByRole("button", { name: "Make the package" }).click();
    const packed = await (await packing).path();
    // What is held for playing may still be there, and is no part of this.
    above["packing"] = Math.round((await memory.takePeak()) - beforePacking);
    expect((await stat(packed)).size).toBeGreaterThan(2 * 115_000_000 - 6_000_000);
    expect(Math.max(...Object.values(above)), JSON.stringify(above)).toBeLessThan(ALLOWED);
    await memory.stop();
    await kill();
  },
);
