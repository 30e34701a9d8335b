/** Claims about CommonJS modules in the bundles. */
import { build } from "esbuild";
import { expect, test } from "vitest";
import { compileWrappedModulesEarly } from "../build/eager-modules.mjs";

/** The bundle of a module that imports from a CommonJS module, minified as the product's are. */
async function bundle(): Promise<string> {
  const modules: Record<string, string> = {
    entry: 'import { answer } from "old"; export const twice = (() => 2)() * answer;',
    old: 'exports.answer = require("older") + 1;',
    older: "module.exports = 20;",
  };
  const result = await build({
    entryPoints: ["entry"],
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    plugins: [
      {
        name: "in-memory",
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /./ }, ({ path }) => ({ path, namespace: "memory" }));
          onLoad({ filter: /./ }, ({ path }) => ({ contents: modules[path] ?? "" }));
        },
      },
    ],
  });
  return result.outputFiles[0]?.text ?? "";
}

test("the function of each CommonJS module stands in parentheses, and the bundle gives the same", async () => {
  const before = await bundle();
  const after: string = compileWrappedModulesEarly(before);
  const parenthesized = /\(\((?:\w+|\(\w+,\w+\))=>\{/g;
  expect(before.match(parenthesized)).toBeNull();
  expect(after.match(parenthesized)).toHaveLength(2);
  const load = (code: string) => import(`data:text/javascript,${encodeURIComponent(code)}`);
  expect((await load(after)).twice).toBe(42);
  expect((await load(before)).twice).toBe(42);
});

test("code without such modules stays as it is", () => {
  const code = "const a=(()=>1)(),b=[1].map(x=>{return x});export{a,b};";
  expect(compileWrappedModulesEarly(code)).toBe(code);
});
