/**
 * Marks CommonJS modules for early compilation.
 *
 * A bundler wraps a CommonJS module in a function that runs at the first import. V8 only preparses such a function while
 * it loads the file, and compiles it again on the main thread when it is called; for React DOM that is most of the time
 * that the app's bundle takes to evaluate. A function in parentheses is taken for one that is called at once and
 * compiled with the file, off the main thread (https://v8.dev/blog/preparser#pife).
 */
import { parseAst } from "rolldown/parseAst";

/** `code` with the function of each wrapped module in parentheses, which the minifier keeps; `code` is an ES module that esbuild bundled. */
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
