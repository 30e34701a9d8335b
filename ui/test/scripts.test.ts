/** Claims about scripts as browsers get them: CommonJS modules in the bundles. */
import { build } from "esbuild";
import { expect, test } from "vitest";
import { compileWrappedModulesEarly, minified } from "../build/scripts.mjs";

/** The bundle of a module that imports from a CommonJS module. */
async function bundle(): Promise<string> {
  const modules: Record<string, string> = {
    entry: 'import { answer } from "old"; export const twice = (() => 2)() * answer;',
    old: 'let sum = require("older"); for (const one of [1]) sum += one; exports.answer = sum;',
    older: "let sum = 0; for (const one of [10, 10]) sum += one; module.exports = sum;",
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
  const after = minified(compileWrappedModulesEarly(before), "module");
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
