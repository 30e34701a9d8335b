/**
 * What belongs to what in the server, as far as tests need it: files to routes, routes to the modules of API tests. Pure.
 * Paths are those of the repository, and `texts` has the text of every Rust file by its path.
 */
import { importersOf, wordsShared } from "./relations.mjs";

/** Where each crate's modules are; those of the tests are crates of their own. */
const crateFolders =
  /^(?:server\/tests\/\w+|(?:server|entity|migration|server\/compression)\/src)(?=\/)/;
/** The folder of a crate by its name. */
const folderOf = (crate) => (crate === "compression" ? "server/compression/src" : `${crate}/src`);

/** The paths that a `use` or an expression names after `crate::`, `super::` or a crate of ours, as lists of names. */
function pathsNamed(text) {
  const found = [];
  const start = /\b(crate|super|entity|migration|compression|server)::/g;
  for (const match of text.matchAll(start)) expand([match[1]], match.index + match[0].length);
  return found;

  /** Reads what follows `::` at `at`, and returns where it ends. */
  function expand(names, at) {
    if (text[at] !== "{") {
      const [word] = /^\w*/.exec(text.slice(at, at + 80));
      const next = at + word.length;
      if (text.startsWith("::", next)) return expand([...names, word], next + 2);
      found.push([...names, word]);
      return next;
    }
    let next = at + 1;
    while (next < text.length && text[next] !== "}") {
      next = /\w/.test(text[next]) ? expand(names, next) : next + 1;
    }
    return next + 1;
  }
}

/** The modules that a text declares and uses itself; the others it only hands on. */
function childrenUsed(text) {
  const declared = [...text.matchAll(/\bmod (\w+);/g)].map(([, name]) => name);
  return declared.filter((name) => new RegExp(`(?<!use )\\b${name}::`).test(text));
}

/** File -> the files that it imports. */
export function importsOfRust(texts) {
  const fileOf = (folder, names) => {
    for (let length = names.length; length > 0; length -= 1) {
      const path = [folder, ...names.slice(0, length)].join("/");
      const file = [`${path}.rs`, `${path}/mod.rs`].find((one) => one in texts);
      if (file !== undefined) return file;
    }
    return undefined;
  };
  const resolved = (file, [first, ...names]) => {
    const own = crateFolders.exec(file)?.[0];
    if (first === "crate") return fileOf(own, names);
    if (first !== "super") return fileOf(folderOf(first), names) ?? `${folderOf(first)}/lib.rs`;
    const parent = file
      .replace(/\/mod\.rs$/, ".rs")
      .split("/")
      .slice(0, -1)
      .join("/");
    return fileOf(parent, names);
  };
  return Object.fromEntries(
    Object.entries(texts).map(([file, text]) => {
      const files = [
        ...pathsNamed(text).map((names) => resolved(file, names)),
        ...childrenUsed(text).map((child) => `${file.slice(0, file.lastIndexOf("/"))}/${child}.rs`),
      ];
      return [file, [...new Set(files)].filter((one) => one in texts && one !== file)];
    }),
  );
}

/** The routes of the router: `{ method, path, file }`, the file with the handler. An endpoint is described there. */
export function routesIn(texts) {
  const router = texts["server/src/router/mod.rs"] ?? "";
  const fileOf = (module) => `server/src/routes/${module}.rs`;
  const written = router.matchAll(/\.(get|post)\(\s*"([^"]+)",.*?(\w+)::\w+,?\s*\)/gs);
  const named = router.matchAll(/routes!\((\w+)::(\w+)\)/g);
  return [
    ...[...written].map(([, method, path, module]) => ({
      method: method.toUpperCase(),
      path,
      file: fileOf(module),
    })),
    ...[...named].map(([, module, handler]) => {
      const file = fileOf(module);
      return { ...described(texts[file] ?? "", handler), file };
    }),
  ];
}

/** Method and path of an endpoint, as a file describes it at its handler. */
function described(text, handler) {
  const parts = text.split("#[utoipa::path(").slice(1);
  const part = parts.find((one) => /\basync fn (\w+)/.exec(one)?.[1] === handler) ?? "";
  const [, method, path] = /^\s*(\w+), path = "([^"]+)"/.exec(part) ?? [];
  return { method: method?.toUpperCase(), path };
}

/**
 * The paths of the routes that a change of a file can affect, each with the share of all routes that are as near to the file
 * or nearer: the smaller, the more the route is about it.
 */
export function routesOf(file, routes, imports) {
  const importers = importersOf(file, imports);
  const reached = new Map(
    routes
      .filter((route) => importers.has(route.file))
      .map((route) => [route.path, importers.get(route.file)]),
  );
  const all = new Set(routes.map(({ path }) => path)).size;
  const distances = [...reached.values()];
  return new Map(
    [...reached].map(([path, distance]) => [
      path,
      distances.filter((other) => other <= distance).length / all,
    ]),
  );
}

/** A path of a route as texts begin that name it: up to its first parameter. */
const beginningOf = (path) => path.replace(/\{.*$/, "");

/** The functions of a text: name -> body. */
function functionsIn(text) {
  const parts = text.split(/\bfn (?=\w+)/).slice(1);
  return parts.map((part) => [/^\w+/.exec(part)[0], part]);
}

/** The modules of API tests: `{ file, target, module, paths, tests }`, with the routes that they and their helpers name. */
export function testModulesIn(texts, routes) {
  const files = Object.keys(texts).filter((file) => /^server\/tests\/\w+\/\w+\.rs$/.test(file));
  const testsIn = (text) => text.match(/#\[(?:tokio::)?test\b/g)?.length ?? 0;
  const helpers = new Map(
    files.filter((file) => testsIn(texts[file]) === 0).flatMap((file) => functionsIn(texts[file])),
  );
  const namesPath = (text, path) => new RegExp(`"${beginningOf(path)}["?{#/]|"${path}`).test(text);
  const withHelpers = (text) => {
    const called = new Set();
    const all = [text];
    for (const part of all) {
      for (const [, name] of part.matchAll(/\b(\w+)\(/g)) {
        if (called.has(name) || !helpers.has(name)) continue;
        called.add(name);
        all.push(helpers.get(name));
      }
    }
    return all.join("\n");
  };
  return files
    .filter((file) => testsIn(texts[file]) > 0)
    .map((file) => {
      const [, target, module] = /tests\/(\w+)\/(\w+)\.rs$/.exec(file);
      const text = withHelpers(texts[file]);
      const paths = routes.map(({ path }) => path).filter((path) => namesPath(text, path));
      return { file, target, module, paths: [...new Set(paths)], tests: testsIn(texts[file]) };
    });
}

/** The modules of API tests that a change can affect, the nearest first. */
export function apiTestsFor({ changed, modules, routes, imports }) {
  // A test that uses the file itself, or the list that the file is in.
  const isNamedBy = (module, file) => {
    const users = importersOf(file, imports);
    return imports[module.file]?.some(
      (one) => (users.get(one) ?? 2) <= 1 && !one.startsWith("server/"),
    );
  };
  const shareOf = (module, file) => {
    if (module.file === file) return 0;
    if (file.startsWith("server/tests/")) {
      return importersOf(file, imports).has(module.file)
        ? 1 / routes.length
        : Number.POSITIVE_INFINITY;
    }
    if (isNamedBy(module, file)) return 1 / routes.length;
    const reached = routesOf(file, routes, imports);
    // What no handler imports begins the process, works in the background, or stands around every handler.
    if (reached.size === 0) return 1;
    return Math.min(...module.paths.map((path) => reached.get(path) ?? Number.POSITIVE_INFINITY));
  };
  return modules
    .map((module) => ({
      ...module,
      share: Math.min(...changed.map((file) => shareOf(module, file))),
      words: Math.max(0, ...changed.map((file) => wordsShared(module.file, file))),
    }))
    .filter(({ share, words }) => share !== Number.POSITIVE_INFINITY || words > 0)
    .sort(
      (a, b) =>
        Number(b.share === 0) - Number(a.share === 0) ||
        b.words - a.words ||
        a.share - b.share ||
        a.paths.length - b.paths.length,
    );
}

/** Filters of cargo's for the units of the changed files of the server and of those that import them. */
export function serverUnitsFor({ changed, texts, imports }) {
  const near = changed
    .filter((file) => file.startsWith("server/src/") || file.startsWith("entity/src/"))
    .flatMap((file) => [...importersOf(file, imports)])
    .filter(([file, distance]) => distance <= 1 && file.startsWith("server/src/"))
    .map(([file]) => file);
  const moduleOf = (file) =>
    file.replace(/^server\/src\/|\.rs$/g, "").replace(/\/(mod|tests)$/, "");
  const hasTests = (file) => /#\[cfg\(test\)\]|::test\]|#\[test\]/.test(texts[file] ?? "");
  const modules = near.filter(hasTests).map((file) => `${moduleOf(file).replaceAll("/", "::")}::`);
  return [...new Set(modules)];
}
