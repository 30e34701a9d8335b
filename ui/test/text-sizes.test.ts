/** No style bounds text by the screen, or steps its size by a width that itself depends on the size of the text. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const source = fileURLToPath(new URL("../src", import.meta.url));
const sheets = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".css"))
  .map((file) => [file, readFileSync(path.join(source, file), "utf8")] as const);

/** What stands in a sheet's media queries for a width in rem or em, each with its query. */
const steps = (sheet: string): readonly string[] =>
  [...sheet.matchAll(/^@media \([^)]*width: [\d.]+r?em\)[^{]*\{\n[\s\S]*?^\}/gm)].map(
    ([query]) => query,
  );

const sizes = /(?:font-size|--text-[a-z]+|font):([^;]+);/g;

test("no size of text depends on the screen's width or height", () => {
  const bounded = sheets.flatMap(([file, sheet]) =>
    [...sheet.matchAll(sizes)]
      .filter(([, size]) => /\d(?:[sld]?v(?:w|h|min|max|i|b)|cq\w+)\b/.test(size ?? ""))
      .map(([declaration]) => `${file}: ${declaration}`),
  );
  expect(sheets.length).toBeGreaterThan(50);
  expect(bounded).toEqual([]);
});

test("text steps at widths in px, because one in rem comes later with larger text", () => {
  const found = sheets.flatMap(([file, sheet]) =>
    steps(sheet).flatMap((query) =>
      [...query.matchAll(sizes)].map(([declaration]) => `${file}: ${declaration}`),
    ),
  );
  expect(found).toEqual([]);
});
