/** Scripts as browsers get them: minified, and under a name that changes with the content. */
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { minifySync } from "rolldown/utils";

/** The hash in an asset's name: ten characters. */
export const hashOf = (content) => createHash("sha256").update(content).digest("hex").slice(0, 10);

/**
 * Minifies what esbuild has minified already: Oxc leaves four percent less of it after brotli. `type` is "module", or "script" for one
 * that other scripts share their names with.
 */
export function minified(code, type) {
  const isModule = type === "module";
  const result = minifySync("script.js", code, {
    module: isModule,
    compress: { target: "es2022" },
    mangle: { toplevel: isModule },
  });
  if (result.errors.length > 0) throw new Error(`The minifier failed: ${result.errors[0].message}`);
  return result.code;
}

/** Writes a script into the assets; resolves to its URL. */
export async function writeScript(dist, name, code, type) {
  const text = minified(code, type);
  const url = `/assets/${name}-${hashOf(text)}.js`;
  await writeFile(path.join(dist, url), text);
  return url;
}
