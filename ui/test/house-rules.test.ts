/** The rules of `biome.json` can fail: each is given a file that breaks it. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const ui = fileURLToPath(new URL("..", import.meta.url));

/** A file, the rule that it breaks, and its text. */
const offences: readonly (readonly [file: string, rule: string, text: string])[] = [
  ["src/seal/b.ts", "noRestrictedGlobals", 'export const get = () => fetch("");'],
  ["src/store/b.ts", "noRestrictedGlobals", "export const path = window.location.pathname;"],
  ["src/features/x/c.ts", "noRestrictedGlobals", 'export const get = () => fetch("");'],
  ["src/features/x/machine-steps.ts", "noRestrictedGlobals", "export const at = Date.now();"],
  ["src/store/left.ts", "noImportCycles", 'import "#store/right.ts";'],
  [
    "src/store/right.ts",
    "noImportCycles",
    'import type { x } from "./left.ts";\nexport type Y = typeof x;',
  ],
  [
    "src/store/long.ts",
    "noExcessiveLinesPerFunction",
    `export function long() {\n${"  void 0;\n".repeat(61)}}`,
  ],
  ["src/store/endless.ts", "noExcessiveLinesPerFile", "export {};\n".repeat(301)],
];

type Report = {
  readonly diagnostics: readonly {
    readonly category: string;
    readonly location: { readonly path: string };
  }[];
};

let folder = "";
let found: readonly string[] = [];

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "house-rules-"));
  for (const name of ["biome.json", "package.json"]) {
    cpSync(path.join(ui, name), path.join(folder, name));
  }
  for (const [file, , text] of offences) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  const biome = path.join(ui, "node_modules/@biomejs/biome/bin/biome");
  const options = ["lint", "--reporter=json", "--max-diagnostics=none", "src"];
  const report = runFailing(process.execPath, [biome, ...options], folder);
  const { diagnostics } = JSON.parse(report) as Report;
  found = diagnostics.map(
    ({ category, location }) => `${location.path} ${category.split("/").at(-1)}`,
  );
});

afterAll(() => rmSync(folder, { recursive: true }));

/** What a program prints that ends with a failure. */
function runFailing(program: string, options: readonly string[], cwd: string): string {
  try {
    execFileSync(program, options, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
  throw new Error("The linter found nothing.");
}

test.each(offences)("%s breaks %s", (file, rule) => {
  expect(found).toContain(`${file} ${rule}`);
});
