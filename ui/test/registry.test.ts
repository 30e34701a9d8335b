/** The page registry, the pages' files and the paths name the same pages. */
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import * as paths from "#content/paths.ts";
import { pages } from "#pages/registry.ts";

const folder = fileURLToPath(new URL("../src/pages", import.meta.url));
const all = Object.values(pages);

test("every page has a file, and every page's file is in the registry", () => {
  const files = readdirSync(folder).filter((name) => name.endsWith("-page.tsx"));
  expect(
    Object.keys(pages)
      .map((name) => `${name}-page.tsx`)
      .sort(),
  ).toEqual(files.sort());
});

test("one path belongs to one page, but for the main address, whose page depends on the device", () => {
  const patterns = all.map(({ pattern }) => pattern);
  const shared = patterns.filter((pattern, index) => patterns.indexOf(pattern) !== index);
  expect(shared).toEqual([paths.landing]);
});

test("the worker keeps that document last by which a page knows that everything is kept", () => {
  const kept = all.filter(({ frame, pattern }) => frame === "app" && pattern !== paths.landing);
  expect(kept.at(-1)?.pattern).toBe(paths.postDownload);
});
