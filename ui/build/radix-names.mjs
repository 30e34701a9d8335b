/**
 * Takes out what Radix's packages keep the names of their functions with, for stack traces: each `__name(...)` is a
 * statement with an effect, for which the bundler keeps code that nothing uses.
 */
import { readFile } from "node:fs/promises";

/** A statement of its own, alone in a static block or not. */
const statement = /^\s*__name\(\w+, "\w+"\);\n/gm;
const staticBlock = /^\s*static \{\n\s*__name\(this, "\w+"\);\n\s*\}\n/gm;
const definition = /^var __name = .*$/m;

/** The code of a module without its functions' names. */
const withoutNames = (code) =>
  code
    .replace(staticBlock, "")
    .replace(statement, "")
    .replace(definition, "var __name = (target) => target;");

/** Bundles Radix's modules without the names. */
export const radixWithoutNames = {
  name: "radix-without-names",
  setup(build) {
    build.onLoad({ filter: /@radix-ui[\\/].*[\\/]dist[\\/]index\.mjs$/ }, async ({ path }) => ({
      contents: withoutNames(await readFile(path, "utf8")),
      loader: "js",
    }));
  },
};
