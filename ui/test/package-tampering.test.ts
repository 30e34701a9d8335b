/** Claims about changed evidence packages: each kind of change is noticed, and named. */
import * as fs from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { linkColumns } from "#features/playback/package/tables.ts";
import { wholesOf } from "#test/chance.ts";
import { packStored, storeEmergency } from "#test/stored-emergency.ts";
import {
  listAnew,
  removeFolders,
  rewrite,
  runIn,
  tampered,
  tamperedAndListed,
  textIn,
  unpackedFolder,
  verifiedAll,
} from "../e2e/package-tools.ts";

/** The package of an emergency of three parts, as it was recorded. */
let whole = "";
beforeAll(async () => {
  vi.stubGlobal("navigator", {});
  await storeEmergency(3);
  whole = unpackedFolder(await packStored());
  vi.unstubAllGlobals();
});
afterAll(removeFolders);

/** Changes the lines of a table below its columns. */
const rewriteRows =
  (name: string, change: (rows: readonly string[]) => readonly string[]) => (folder: string) =>
    rewrite(folder, name, (text) => {
      const [columns = "", ...rows] = text.trimEnd().split("\n");
      return [columns, ...change(rows), ""].join("\n");
    });

/** Changes a column of the row with the given number. */
const rewriteCell = (at: number, column: string, change: (cell: string) => string) => {
  const index = linkColumns.trimEnd().split(",").indexOf(column);
  return rewriteRows("links.csv", (rows) =>
    rows.map((row, place) => {
      const cells = row.split(",");
      return place === at ? cells.with(index, change(cells[index] ?? "")).join(",") : row;
    }),
  );
};

/** Flips a byte of a file. */
const flip = (name: string, choose: (size: number) => number) => (folder: string) => {
  const content = fs.readFileSync(join(folder, name));
  const at = choose(content.length);
  content[at] = (content[at] ?? 0) ^ 1;
  fs.writeFileSync(join(folder, name), content);
};
const truncated = (name: string, by: number) => (folder: string) => {
  const file = join(folder, name);
  fs.truncateSync(file, fs.statSync(file).size - by);
};
const chance = wholesOf(7);
const places = [0, 1, 2, 3, 4, 5, 6, 7];

type Tampering = readonly [what: string, tamper: (folder: string) => void, named: RegExp];

/** Rows: 0 and 1 of part 1; 2 (the gap) to 4 of part 2; 5 (the gap) to 7 of part 3. */
const tamperings: readonly Tampering[] = [
  ...[1, 2, 3, 1, 2, 3, 1, 2, 3].map(
    (part): Tampering => [
      `a byte of part ${part}`,
      flip(`original/part-${part}.webm`, chance),
      new RegExp(`part ${part}, link \\d .*its bytes in original/part-${part}\\.webm were changed`),
    ],
  ),
  [
    "a byte of a sentence",
    flip("gaps.txt", () => 3),
    /part 2, link 0 \(gap.*its bytes in gaps\.txt/,
  ],
  [
    "a byte of a playable copy",
    flip("playable/part-1.webm", (size) => size - 1),
    /playable\/part-1\.webm/,
  ],
  ...places.map(
    (at): Tampering => [
      `row ${at} dropped`,
      rewriteRows("links.csv", (rows) => rows.toSpliced(at, 1)),
      /part [123]: (link \d is missing|its end is missing)/,
    ],
  ),
  // Rows of two parts may stand in any order: neither 1 and 2 nor 4 and 5 are swapped.
  ...[1, 3, 4, 6, 7].map(
    (at): Tampering => [
      `rows ${at - 1} and ${at} swapped`,
      rewriteRows("links.csv", (rows) =>
        rows.with(at - 1, rows[at] ?? "").with(at, rows[at - 1] ?? ""),
      ),
      /part [123]: link \d is (missing|out of order)/,
    ],
  ),
  ...places.map(
    (at): Tampering => [
      `the date of row ${at}`,
      (folder) => {
        rewriteCell(at, "wall_ms", (ms) => String(Number(ms) + 1_000))(folder);
        rewriteCell(at, "wall_time", (time) => new Date(Date.parse(time) + 1_000).toISOString())(
          folder,
        );
      },
      /part [123], link \d .*its number, kind, time, fingerprint or place in the chain/,
    ],
  ),
  [
    "the date alone that people read",
    rewriteCell(3, "wall_time", () => "2026-11-20T10:00:00.000Z"),
    /part 2, link 1 .*its two columns of the time differ/,
  ],
  ["the running clock", rewriteCell(4, "monotonic_ms", (ms) => `${ms}1`), /part 2, link 2 .*time/],
  ["a gap made to sound", rewriteCell(2, "kind", () => "sound"), /part 2, link 0/],
  [
    "a gap moved behind the sound that follows it",
    (folder) => {
      rewriteCell(2, "link", () => "1")(folder);
      rewriteCell(3, "link", () => "0")(folder);
      rewriteRows("links.csv", (rows) => rows.with(2, rows[3] ?? "").with(3, rows[2] ?? ""))(
        folder,
      );
    },
    /part 2, link 0 .*place in the chain/,
  ],
  ["a gap moved to another part", rewriteCell(2, "part", () => "1"), /part 2: link 0 is missing/],
  ["sound cut off", truncated("original/part-2.webm", 10), /part 2: its file ends early/],
  [
    "sound added",
    (folder) => fs.appendFileSync(join(folder, "original/part-3.webm"), "x"),
    /part-3\.webm has 1 bytes at its end/,
  ],
  [
    "sound put between two links, with the places made to fit",
    (folder) => {
      const file = join(folder, "original/part-2.webm");
      const content = fs.readFileSync(file);
      const [, , , row = ""] = textIn(folder, "links.csv").trimEnd().split("\n").slice(1);
      const end = Number(row.split(",")[4]);
      fs.writeFileSync(
        file,
        Buffer.concat([content.subarray(0, end), Buffer.from("put in"), content.subarray(end)]),
      );
      rewriteCell(4, "offset", (offset) => String(Number(offset) + 6))(folder);
    },
    /part 2, link 2 .*do not follow those of the link before it/,
  ],
  [
    "the end cut off, and its row",
    rewriteRows("links.csv", (rows) => rows.slice(0, -1)),
    /part 3: its end is missing/,
  ],
  [
    "a part removed",
    (folder) => {
      fs.rmSync(join(folder, "original/part-2.webm"));
      fs.rmSync(join(folder, "playable/part-2.webm"));
      rewriteRows("links.csv", (rows) => rows.filter((row) => !row.startsWith("2,")))(folder);
      rewriteRows("parts.csv", (rows) => rows.filter((row) => !row.startsWith("2,")))(folder);
    },
    /part 3: the part before it is missing/,
  ],
  [
    "other columns",
    (folder) => rewrite(folder, "links.csv", (text) => text.replace("offset", "place")),
    /links\.csv has other columns/,
  ],
  [
    "a table that is none",
    (folder) => rewrite(folder, "links.csv", (text) => text.replace("sound", "sound,sound")),
    /WRONG/,
  ],
];

test("each change is noticed by the list of fingerprints", () => {
  const folders = tamperings.map(([, tamper]) => tampered(whole, tamper));
  const check =
    'for one; do (cd "$one" && sha256sum -c --status manifest.sha256 2>/dev/null); echo $?; done';
  const { said } = runIn("/", "sh", "-c", check, "sh", ...folders);
  expect(said.trimEnd().split("\n")).toEqual(tamperings.map(() => "1"));
});

test("each change is noticed by the chain, and named, when the list was made to fit", () => {
  const folders = tamperings.map(([, tamper]) => tampered(whole, tamper));
  for (const folder of folders) listAnew(folder);
  const said = verifiedAll(folders).map((ended, index) => [tamperings[index]?.[0], ended] as const);
  expect(said).toEqual(
    tamperings.map(([what, , named]) => [what, { status: 1, said: expect.stringMatching(named) }]),
  );
});

test.each([
  "row 3 dropped",
  "a byte of part 2",
  "sound put between two links, with the places made to fit",
])("verify.sh notices it too: %s", (which) => {
  const [, tamper] = tamperings.find(([what]) => what === which) ?? [];
  if (tamper === undefined) throw new Error(`There is no ${which}.`);
  const folder = tamperedAndListed(whole, tamper);
  const { status, said } = runIn(folder, "sh", "verify.sh");
  expect(said).toMatch(/WRONG {2}(part \d|original)/);
  expect(status).toBe(1);
});
