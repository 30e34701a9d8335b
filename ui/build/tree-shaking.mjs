/**
 * Lets the bundler leave out what nothing uses of some libraries. It keeps whatever might have an effect when a module is
 * loaded, and these modules have such statements for every component: names for stack traces, and calls that only create
 * a component or a context.
 */
import { readFile } from "node:fs/promises";

/** Radix's names of functions: a statement of its own, alone in a static block or not. */
const name = /^\s*__name\(\w+, "\w+"\);\n/gm;
const staticBlock = /^\s*static \{\n\s*__name\(this, "\w+"\);\n\s*\}\n/gm;
const naming = /^var __name = .*$/m;

const withoutFunctionNames = (code) =>
  code
    .replace(staticBlock, "")
    .replace(name, "")
    .replace(naming, "var __name = (target) => target;");

/** The router's names of components, and calls of React at the top of its modules. */
const displayName = /^\w+\.displayName = "\w+(?:\.\w+)*";\n/gm;
const creation = /^(?:var|let|const) \w+ = (?=React\d*\.(?:createContext|forwardRef|memo)\()/gm;
/** The router's advice on the console for whoever writes its routes. */
const advice = /^\s+(?=warning\()/gm;

const withPureCalls = (code) =>
  code
    .replace(displayName, "")
    .replace(creation, "$&/* @__PURE__ */ ")
    .replace(advice, "$&/* @__PURE__ */ ");

/** Bundles the modules that match the filter as `change` leaves them; throws when it has nothing to change in any of them. */
const changed = (build, filter, change) => {
  const found = new Map();
  build.onLoad({ filter }, async ({ path }) => {
    const code = await readFile(path, "utf8");
    const contents = change(code);
    found.set(path, contents !== code);
    return { contents, loader: "js" };
  });
  build.onEnd(() => {
    if (found.size > 0 && ![...found.values()].includes(true)) {
      throw new Error(`Nothing of ${filter} is left out any more: the library has another form.`);
    }
  });
};

/** Bundles Radix's and the router's modules so that the bundler can leave out what is not used. */
export const shakenLibraries = {
  name: "shaken-libraries",
  setup(build) {
    changed(build, /@radix-ui[\\/].*[\\/]dist[\\/]index\.mjs$/, withoutFunctionNames);
    changed(build, /react-router[\\/]dist[\\/]production[\\/]chunk-\w+\.mjs$/, withPureCalls);
  },
};
