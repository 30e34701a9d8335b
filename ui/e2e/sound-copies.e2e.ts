/** Sound that reaches a guardian while it is recorded: how soon, what a killed phone loses, and what a cut line adds later. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { unpacked } from "../engines/export.ts";
import { takeProblems } from "./browser.ts";
import { chunksOf, decoded, soundOf, untilRecorded } from "./evidence.ts";
import { type GuardedPhones, openHome, sendSound, startGuarded } from "./guardian-phones.ts";
import { melodyFlag, melodyIn, sampleRate } from "./melody.ts";
import { ownPin, partsOf, patience, startReal, unlock, untilEnded } from "./phone.ts";

let phones: GuardedPhones;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "kept-"));
  phones = await startGuarded({ herFlags: melodyFlag });
}, 120_000);
afterEach(async () => {
  // Her line was cut, and a piece that was on its way when she was killed is sent again.
  takeProblems(phones.her.problems, /ERR_|Failed to fetch|status of 409/);
  await phones.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

/** How long sound may take to the guardian's page on one machine, from when it began to be made. */
const LONGEST_MS = 8_000;
/** How much of the newest sound a kill may take with it. */
const MOST_LOST_MS = 6_000;
/** How much sound is made before the kill: several pieces. */
const FIRST_SECONDS = 36;
/** How long the line is cut, in seconds of sound, and how much of it is to be held back then. */
const CUT_SECONDS = 22;
const HELD_MS = 15_000;

/** What the guardian's page said, when: the end of what it had, as a time of its clock. */
type Told = { readonly until: string; readonly at: number };

/** From now on the page notes each time up to which it has the sound. */
async function noteTold(page: Page): Promise<void> {
  await page.evaluate(() => {
    const told: Told[] = [];
    Object.assign(window, { told });
    new MutationObserver(() => {
      const until = /Recorded until (.*?), received/.exec(document.body.textContent ?? "")?.[1];
      if (until !== undefined && told.at(-1)?.until !== until) told.push({ until, at: Date.now() });
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}

const toldOn = (page: Page): Promise<readonly Told[]> =>
  page.evaluate(() => (window as unknown as { told: Told[] }).told);

/** A time of day that a page shows to the second, on the day of `near`, in epoch milliseconds. */
function momentOf(text: string, near: number): number {
  const day = new Date(near).toDateString();
  return Date.parse(`${day} ${text.replaceAll("\u202f", " ")}`);
}

/** What the guardian keeps, a file for each part. */
async function keptBy(page: Page): Promise<readonly Buffer[]> {
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Keep it on this device" }).click();
  const download = await downloading;
  const file = join(folder, download.suggestedFilename());
  await download.saveAs(file);
  return file.endsWith(".zip")
    ? (await unpacked(file)).map(({ content }) => content)
    : [await readFile(file)];
}

test("sound is with the guardian within 8 s, a kill takes at most 6 s of it, and after a cut line nothing is missing", {
  timeout: 400_000,
}, async () => {
  const { her, his, server } = phones;
  await sendSound(her.page, "Ben");
  await openHome(her.page, server.origin);
  await startReal(her.page);
  await his.page.getByRole("button", { name: "Fetch the sound" }).click(patience);
  await noteTold(his.page);
  await untilRecorded(her.page, FIRST_SECONDS);

  // What one time adds to the one before has waited since then at most, and the page's times have no fractions.
  const told = (await toldOn(his.page)).map(({ until, at }) => ({
    until: momentOf(until, at),
    at,
  }));
  const delays = told.slice(1).map(({ at }, index) => at - (told[index]?.until ?? 0));
  expect(delays.length).toBeGreaterThan(3);
  // A busy machine holds single ones back.
  expect(Math.min(...delays), `the shortest of ${delays}`).toBeLessThan(LONGEST_MS);

  // What her phone has, as the disk says it after the kill, is compared with what left it before.
  const killedAt = Date.now();
  await her.kill();
  const newest = async () => {
    const last = (await toldOn(his.page)).at(-1);
    return last === undefined ? 0 : momentOf(last.until, last.at);
  };
  // The time that is shown is cut to the second.
  await expect.poll(newest, patience).toBeGreaterThan(killedAt - MOST_LOST_MS - 1_000);
  const [first = Buffer.alloc(0), ...more] = await keptBy(his.page);
  expect(more).toEqual([]);
  const kept = melodyIn(await decoded(his.page, first, sampleRate));
  expect(kept.seconds).toBeGreaterThan(FIRST_SECONDS - MOST_LOST_MS / 1_000 - 1);
  expect(kept.share).toBeGreaterThanOrEqual(0.7);
  expect(kept.isInOrder).toBe(true);

  // The emergency goes on in another part, and then without a line.
  const again = await phones.reopen();
  await again.page.goto(`${server.origin}/home`);
  await again.page.getByRole("heading", { name: "EMERGENCY ACTIVE" }).waitFor(patience);
  await untilRecorded(again.page, FIRST_SECONDS + 10);
  await again.context.setOffline(true);
  await untilRecorded(again.page, FIRST_SECONDS + 10 + CUT_SECONDS);
  const heard = await newest();
  const recorded = Math.max(...(await chunksOf(again.page)).map(({ at }) => at));
  expect(recorded - heard, "the cut line holds sound back").toBeGreaterThan(HELD_MS);
  await again.context.setOffline(false);
  await unlock(again.page, ownPin);
  await untilEnded(again.page);
  const parts = await partsOf(again.page);
  const originals = await Promise.all(parts.map(({ id }) => soundOf(again.page, id)));
  const sizes = originals.map(({ length }) => length);
  expect(sizes).toHaveLength(2);
  await expect
    .poll(async () => (await keptBy(his.page)).map(({ length }) => length), {
      timeout: 90_000,
      interval: 1_000,
    })
    .toEqual(sizes);
  const all = await keptBy(his.page);
  expect(all.map((file, at) => file.equals(originals[at] ?? Buffer.alloc(0)))).toEqual([
    true,
    true,
  ]);
  expect(await his.page.getByText(/^Missing:|was refused|were refused/).count()).toBe(0);
  takeProblems(again.problems, /ERR_|Failed to fetch|status of 409/);
});
