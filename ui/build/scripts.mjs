/** Scripts as browsers get them: minified, compiled early, and under a name that changes with the content. */
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { parseAst } from "rolldown/parseAst";
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

/**
 * Marks CommonJS modules for early compilation: `code` with the function of each wrapped module in parentheses, which the
 * minifier keeps. `code` is an ES module that esbuild bundled.
 *
 * A bundler wraps a CommonJS module in a function that runs at the first import. V8 only preparses such a function while
 * it loads the file, and compiles it again on the main thread when it is called; for React DOM that is most of the time
 * that the app's bundle takes to evaluate. A function in parentheses is taken for one that is called at once and
 * compiled with the file, off the main thread (https://v8.dev/blog/preparser#pife).
 */
export function compileWrappedModulesEarly(code) {
  const wrapped = parseAst(code)
    .body.flatMap((statement) =>
      statement.type === "VariableDeclaration" ? statement.declarations : [],
    )
    .flatMap(({ init }) => (isWrappedModule(init) ? init.arguments : []));
  return wrapped.reduceRight(
    (text, { start, end }) =>
      `${text.slice(0, start)}(${text.slice(start, end)})${text.slice(end)}`,
    code,
  );
}

/** True for `wrap(exports => { ... })`, the only form in which esbuild writes a CommonJS module. */
function isWrappedModule(init) {
  return (
    init?.type === "CallExpression" &&
    init.callee.type === "Identifier" &&
    init.arguments.length === 1 &&
    init.arguments[0].type === "ArrowFunctionExpression" &&
    init.arguments[0].body.type === "BlockStatement"
  );
}
