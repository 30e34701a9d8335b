/** Claims about what the rooms of `src/` import, as it resolves. */
import { expect, test } from "vitest";
import { mayImport } from "./import-rules.ts";
import { importsOf, readImports } from "./imports.ts";

/** The imports of a file that its room does not allow. */
const forbidden = (file: string, imported: readonly string[]) =>
  imported.filter((to) => !mayImport(file, to)).map((to) => `${file} imports ${to}`);

test("every module imports what its room allows", () => {
  const all = readImports();
  expect(all.length).toBeGreaterThan(500);
  expect(all.flatMap(([file, imported]) => forbidden(file, imported))).toEqual([]);
});

test.each([
  ["content/a.ts", 'import "#platform/clock.ts";'],
  ["wire/a.ts", 'import "#content/limits.ts";'],
  ["platform/a.ts", 'import "../store/record.ts";'],
  ["api/a.ts", 'export { x } from "#store/record.ts";'],
  ["seal/a.ts", 'const clock = import("#platform/clock.ts");'],
  ["store/a.ts", 'import "#api/client.ts";'],
  ["sync/a.ts", 'import type { Card } from "#components/layout/card.tsx";'],
  ["boot/a.ts", 'import "#store/record.ts";'],
  ["components/a.ts", 'import "#platform/clock.ts";'],
  ["features/x/a.ts", 'import "../y/a.ts";'],
  ["features/x/b.ts", 'import "#features/y/a.ts";'],
  ["features/x/room/a.ts", 'import "../../y/a.ts";'],
  ["features/x/machine.ts", 'import "#platform/clock.ts";'],
  ["features/x/machine-steps.ts", 'import "#features/y/machine.ts";'],
  ["features/x/room/machine/codes.ts", 'import "../../../y/rules.ts";'],
  ["features/x/a-rules.ts", 'import "react";'],
  ["features/x/rules.ts", 'import "react-router";'],
  ["features/x/a-message.ts", 'import "#store/record.ts";'],
  ["pages/a.ts", 'import "#app/app.tsx";'],
  ["app/a.ts", 'import "#test/page.tsx";'],
  ["entry-client.tsx", 'import "#test/page.tsx";'],
  ["sw/a.ts", 'import "#platform/storage/storage.ts";'],
])("%s may not have: %s", (file, text) => {
  expect(forbidden(file, importsOf(file, text))).toHaveLength(1);
});

test.each([
  ["features/x/room/a.ts", 'import { b } from "../b.ts";\nimport { useState } from "react";'],
  ["features/x/a-rules.ts", 'import { limits } from "#content/limits.ts";\nimport "./b.ts";'],
  ["features/x/ruler.ts", 'import "#platform/clock.ts";'],
  ["components/a.tsx", 'import "#platform/page/screen.ts";\nimport "./card.module.css";'],
  ["sw/a.ts", 'import { one } from "#sync/story.ts";'],
])("%s may have: %s", (file, text) => {
  expect(forbidden(file, importsOf(file, text))).toEqual([]);
});
