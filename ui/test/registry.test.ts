/** Claims about the page registry. */
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

test("each path has one page, except the main path, whose page depends on the device", () => {
  const patterns = all.map(({ pattern }) => pattern);
  const shared = patterns.filter((pattern, index) => patterns.indexOf(pattern) !== index);
  expect(shared).toEqual([paths.landing]);
});

test("the document that is cached last is the one that a page looks for in the cache", () => {
  const kept = all.filter(({ frame, pattern }) => frame === "app" && pattern !== paths.landing);
  expect(kept.at(-1)?.pattern).toBe(paths.postDownload);
});

test("no page is translated whose words change with an emergency", () => {
  expect(all.filter(({ head }) => head.translate)).toEqual(
    all.filter(({ frame }) => frame === "public"),
  );
});
