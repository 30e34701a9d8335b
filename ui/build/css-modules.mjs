/** CSS modules: the classes of `x.module.css` get short names, the same in every bundle. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";

const CLASS_NAME = /\.([a-zA-Z_][\w-]*)/g;

/**
 * One scope per build, shared by the server bundle, the client bundles and the style sheets.
 *
 * esbuild's CSS modules shorten names per bundle, so that server HTML and client code would differ.
 */
export function createScope(root) {
  const owners = new Map();
  const files = new Map();

  /** Three characters for a module: its classes begin with the same ones, which compress well. */
  function prefixOf(file) {
    const digest = createHash("sha256").update(path.relative(root, file)).digest("hex");
    const prefix = `_${Number.parseInt(digest.slice(0, 12), 16).toString(36).slice(-3)}`;
    const owner = owners.get(prefix);
    if (owner !== undefined) {
      throw new Error(`The names of ${owner} and ${file} collide: rename one of them.`);
    }
    owners.set(prefix, file);
    return prefix;
  }

  /** Returns `{ css, names }` of one module file, with scoped class names. */
  function load(file) {
    const known = files.get(file);
    if (known) return known;
    const names = {};
    const source = readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
    if (source.includes("url(")) throw new Error(`${file}: a module must not use url().`);
    const prefix = prefixOf(file);
    const css = source.replace(CLASS_NAME, (_match, name) => {
      names[name] ??= `${prefix}${Object.keys(names).length.toString(36)}`;
      return `.${names[name]}`;
    });
    files.set(file, { css, names });
    return files.get(file);
  }

  /** The esbuild plugin: in JavaScript a module is its class names; its CSS goes into the page's sheet. */
  const plugin = {
    name: "css-modules",
    setup(build) {
      build.onLoad({ filter: /\.module\.css$/ }, ({ path: file }) => ({
        contents: `export default ${JSON.stringify(load(file).names)};`,
        loader: "js",
      }));
      build.onLoad({ filter: /src\/.*\.tsx$/ }, ({ path: file }) => {
        checkNames(root, file, load);
        return undefined;
      });
    },
  };
  return { load, plugin };
}

/** Throws when a component uses a class that its module does not have. */
function checkNames(root, file, load) {
  const source = readFileSync(file, "utf8");
  for (const [, local, target] of source.matchAll(
    /import (\w+) from "((?:#|\.{1,2}\/)[^"]+\.module\.css)"/g,
  )) {
    const at = target.startsWith("#")
      ? `${root}/src/${target.slice(1)}`
      : `${path.dirname(file)}/${target}`;
    const { names } = load(path.normalize(at));
    for (const [, name] of source.matchAll(new RegExp(`\\b${local}\\.(\\w+)`, "g"))) {
      if (!(name in names) && name !== "module") {
        throw new Error(`${file}: ${target} has no class "${name}".`);
      }
    }
  }
}
