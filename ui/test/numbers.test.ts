/** The times that documents, mails and screens say are those of the code. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  constantIn,
  saidIn,
  saidTimes,
  wrongTimes,
} from "../../scripts/test.d/documents/numbers.mjs";
import { readRepository, root } from "../../scripts/test.d/documents/repository.mjs";

const texts: Readonly<Record<string, string>> = {
  ...readRepository().texts,
  ...Object.fromEntries(
    Object.keys(saidTimes).map((file) => [file, readFileSync(root + file, "utf8")]),
  ),
};

test("what is said of a time is what the code has", () => {
  expect(wrongTimes(texts)).toEqual([]);
});

describe("a fault is found:", () => {
  const changed = (file: string, from: string, to: string) => {
    const text = texts[file] ?? "";
    expect(text).toContain(from);
    return wrongTimes({ ...texts, [file]: text.replaceAll(from, to) });
  };

  test.each([
    ["another time in a document", "SECURITY.md", "after an hour", "after two hours"],
    ["words that are gone", "SECURITY.md", "after an hour", "later"],
    ["another constant of the server", "server/src/services/retention.rs", "7 * DAY", "8 * DAY"],
    ["another number of the client", "ui/src/content/limits.ts", "3_600_000,", "7_200_000,"],
    ["a constant that was renamed", "server/src/services/reseal/mod.rs", "STOPPED_FOR", "QUIET"],
  ])("%s", (_, file, from, to) => {
    expect(changed(file, from, to)).not.toEqual([]);
  });
});

test.each([
  ["for 7 days.", "for {time}", 604_800_000],
  ["each\nminute", "each {time}", 60_000],
  ["half a minute", "{time}", 30_000],
  ["an hour later", "{time} later", 3_600_000],
  ["a long time", "{time}", undefined],
  ["ten secondary ways", "{time}", undefined],
])("%j says a time or none", (text, words, milliseconds) => {
  expect(saidIn(text, words)).toBe(milliseconds);
});

test.each([
  ["const A: Duration = Duration::from_mins(10);", "A", 600_000],
  ["pub const B: Millis = 5 * 86_400_000;", "B", 432_000_000],
  ["const C: i64 = 3_600;", "C", 3_600_000],
  ["const d = {\n  e: { f: 300_000 },\n} as const;", "d.e.f", 300_000],
  ["const d = {\n  e: 1,\n} as const;", "d.g", undefined],
])("%j has a constant or none", (text, name, milliseconds) => {
  expect(constantIn(text, name)).toBe(milliseconds);
});
