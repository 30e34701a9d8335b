/** Claims about the evidence package: others can check it, and what was changed on the device shows in it. */
import * as fs from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type ChunkRow, deleteRecording } from "#store/app-database.ts";
import { checkEvidence } from "#store/evidence/evidence-check.ts";
import { tallyOf } from "#store/evidence/evidence-tally.ts";
import { NO_RECEIPTS } from "#store/evidence/receipts.ts";
import {
  gapSentence,
  packStored,
  rewriteLinks,
  storedEmergency,
  storeEmergency,
} from "#test/stored-emergency.ts";
import { checks, removeFolders, runIn, textIn, unpackedFolder } from "../e2e/package-tools.ts";

beforeEach(async () => {
  vi.stubGlobal("navigator", {});
  await storeEmergency(3);
});
afterAll(removeFolders);

/** The package of what is stored, unpacked. */
const packed = async () => unpackedFolder(await packStored());

test("the three checks that the report names find nothing wrong, without a network", async () => {
  const folder = await packed();
  const ended = checks.map((command) => runIn(folder, ...command));
  expect(ended).toEqual(checks.map(() => expect.objectContaining({ status: 0 })));
  expect(ended[1]?.said).toContain("RESULT: nothing is wrong.");
});

test("the list has every file but itself, and the links have every byte of the originals", async () => {
  const whole = await packed();
  const all = fs.readdirSync(whole, { recursive: true, encoding: "utf8" });
  const files = all.filter((name) => fs.statSync(join(whole, name)).isFile()).sort();
  const listed = textIn(whole, "manifest.sha256").trimEnd().split("\n");
  const names = listed.map((line) => line.slice(66));
  expect([...names, "manifest.sha256"].sort()).toEqual(files);
  expect(files.filter((name) => /^(original|playable)\//.test(name))).toHaveLength(6);
  expect(textIn(whole, "gaps.txt")).toBe(`${gapSentence}\n`.repeat(2));
});

test("the log goes from the first sound over both gaps to the package", async () => {
  const whole = await packed();
  const lines = textIn(whole, "log.txt").trimEnd().split("\n").slice(1);
  expect(lines.map((line) => line.replace(/^\S+ {2}/, ""))).toEqual([
    "Part 1: the sound begins.",
    "Part 1: the last piece of sound.",
    `Part 2: ${gapSentence}`,
    "Part 2: the sound begins.",
    "Part 2: the last piece of sound.",
    `Part 3: ${gapSentence}`,
    "Part 3: the sound begins.",
    "Part 3: the last piece of sound.",
    "The device checked each piece of sound. Nothing was changed, and nothing is missing.",
    "This package was made on the device, in this browser: A browser",
  ]);
  expect(lines[0]).toMatch(/^2026-11-21T10:00:00\.\d{3}Z {2}/);
});

describe("what was changed in the device's own store", () => {
  const changed = (at: number, change: (link: ChunkRow) => Partial<ChunkRow>) => () =>
    rewriteLinks("id-2", (links) =>
      links.map((link, index) => (index === at ? { ...link, ...change(link) } : link)),
    );
  const stored: readonly (readonly [what: string, change: () => Promise<void>])[] = [
    [
      "a byte",
      changed(1, ({ bytes }) => {
        const other = new Uint8Array(bytes.slice(0));
        other[5] = (other[5] ?? 0) ^ 1;
        return { bytes: other.buffer };
      }),
    ],
    ["a dropped link", () => rewriteLinks("id-2", (links) => links.toSpliced(1, 1))],
    [
      "two links that changed places",
      () =>
        rewriteLinks("id-2", ([gap, one, two]) =>
          gap && one && two ? [gap, { ...two, seq: one.seq }, { ...one, seq: two.seq }] : [],
        ),
    ],
    [
      "a gap that was moved",
      () =>
        rewriteLinks("id-2", ([gap, one, two]) =>
          gap && one && two ? [{ ...one, seq: 0 }, { ...gap, seq: 1 }, two] : [],
        ),
    ],
    ["a date", changed(2, ({ at }) => ({ at: at - 86_400_000 }))],
    ["a sentence", changed(0, () => ({ bytes: new TextEncoder().encode("Nothing.").buffer }))],
    ["an end that was cut off", () => rewriteLinks("id-2", (links) => links.slice(0, -1))],
    [
      "a last part that was cut off, with its row made to fit",
      () =>
        rewriteLinks(
          "id-3",
          (links) => links.slice(0, -1),
          (row, links) => ({ ...row, head: links.at(-1)?.chain ?? "", duration: 1 }),
        ),
    ],
    ["a first part that is gone", () => deleteRecording("id-1")],
    ["a last part that is gone", () => deleteRecording("id-3")],
  ];

  test.each(stored)("%s is shown by the device and by verify.py", async (_, change) => {
    await change();
    const tally = await tallyOf(storedEmergency);
    const found = await checkEvidence({
      emergencyEventId: storedEmergency,
      tally,
      receipts: NO_RECEIPTS,
    });
    expect(found !== null && (found.isAltered || found.missingSeconds > 0)).toBe(true);
    const folder = await packed();
    expect(textIn(folder, "report.html")).not.toContain(
      "Nothing was changed, and nothing is missing.",
    );
    const { status, said } = runIn(folder, "python3", "verify.py");
    expect(status).toBe(1);
    expect(said).toMatch(/WRONG {2}part/);
  });
});
