/** What the modules of `src/` import. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const source = fileURLToPath(new URL("../src", import.meta.url));

/** A module and what it imports: paths from `src/`, or names of packages. */
export type Imports = readonly (readonly [file: string, imported: readonly string[]])[];

const specifier = /(?:\bfrom|\bimport|\bimport\()\s*"([^"]+)"/g;

/** Where a specifier leads from a file. */
function resolved(file: string, to: string): string {
  if (to.startsWith("#")) return to.slice(1);
  return to.startsWith(".") ? path.join(path.dirname(file), to) : to;
}

/** What a module's text imports, types too. */
export function importsOf(file: string, text: string): readonly string[] {
  return [...text.matchAll(specifier)].map(([, to = ""]) => resolved(file, to));
}

/** Every module of `src/`, without tests. */
export function readImports(): Imports {
  const files = readdirSync(source, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
    .map((file) => [file, importsOf(file, readFileSync(path.join(source, file), "utf8"))] as const);
}
