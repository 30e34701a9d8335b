/** What the two browsers leave on their disks after an emergency with a guardian, searched for the link, names and places. */
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type GuardedPhones, openHome, startGuarded } from "./guardian-phones.ts";
import { ownPin, patience, startReal, unlock } from "./phone.ts";

const names = { guardian: "Zebulon", person: "Quenby" };

let phones: GuardedPhones;

beforeEach(async () => {
  phones = await startGuarded({ names });
}, 120_000);
afterEach(() => phones.stop(), 60_000);

/** Which files of a profile hold which of the words, as UTF-8 or UTF-16. */
async function traces(profile: string, words: readonly string[]): Promise<string[]> {
  const all = await readdir(profile, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const one of all.filter((entry) => entry.isFile())) {
    const path = join(one.parentPath, one.name);
    const bytes = await readFile(path);
    for (const word of words) {
      if (bytes.includes(word, 0, "utf8") || bytes.includes(word, 0, "utf16le"))
        found.push(`${relative(profile, path)}: ${word}`);
    }
  }
  return found.sort();
}

/** Closes both browsers as their owners do, so that they write everything. */
async function closeBoth({ her, his }: GuardedPhones): Promise<void> {
  await his.context.close();
  const session = await her.context.newCDPSession(her.page);
  await session.send("Browser.close").catch(() => undefined);
  await her.kill();
}

test("the files of both browsers hold the used link in the guardian's history alone, and names and places where they belong", async () => {
  const { her, his, server, link, profiles } = phones;
  // The app's own files have the place of other tests as an example.
  await her.context.setGeolocation({ latitude: -31.953_12, longitude: 115.861_34, accuracy: 12 });
  await openHome(her.page, server.origin);
  await startReal(her.page);
  await his.page.getByText("-31.95312, 115.86134", { exact: true }).waitFor(patience);
  await unlock(her.page, ownPin);
  await his.page.getByRole("heading", { name: /^Ended with/ }).waitFor(patience);
  await closeBoth(phones);

  const fragment = new URL(link).hash.slice(1);
  const places = ["31.95312", "115.86134"];
  // A browser notes each address that it opens, before a page can change it. The link is of no use any more.
  const theirs = await traces(profiles.his, [fragment]);
  expect(theirs.filter((one) => one.startsWith("Default/History"))).not.toEqual([]);
  const history =
    /^(Default\/(History|Favicons|Top Sites|Shortcuts|Sessions\/)|segmentation_platform\/)/;
  expect(theirs.filter((one) => !history.test(one))).toEqual([]);
  expect(await traces(profiles.her, [fragment])).toEqual([]);

  // Names and places are in the database of links, and names in the notifications that were shown and in the test's record of them.
  const home = /^Default\/(IndexedDB\/|Platform Notifications\/|Service Worker\/Database\/)/;
  const words = [...Object.values(names), ...places];
  expect((await traces(profiles.his, words)).filter((one) => !home.test(one))).toEqual([]);
  const hers = /^Default\/(IndexedDB|Local Storage)\//;
  expect((await traces(profiles.her, words)).filter((one) => !hers.test(one))).toEqual([]);
}, 120_000);
