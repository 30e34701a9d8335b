/** Reads the numbered walks of ARCHITECTURE.md, and says where a step does not lead to the next. Pure. */
import path from "node:path";
import { routesIn } from "../changed/server-relations.mjs";

/** The walks: each its title and its steps, a file with what it is passed over where no import leads to the next one. */
export function walksIn(text) {
  const [, part = ""] = text.split(/^## Walks$/m);
  const [body] = part.split(/^## /m);
  return body
    .split(/^### /m)
    .slice(1)
    .map((walk) => ({
      title: walk.slice(0, walk.indexOf("\n")),
      steps: walk
        .split(/^(?=\d+\. )/m)
        .slice(1)
        .map((item) => ({
          file: /^\d+\. `([^`]+)`/.exec(item)?.[1] ?? item,
          over: /\bover `([^`]+)`/.exec(item)?.[1],
        })),
    }));
}

/** The files whose paths end with a name. */
const filesOf = (name, texts) =>
  Object.keys(texts).filter((file) => file === name || file.endsWith(`/${name}`));

/** The modules that a TypeScript file imports, types and lazy ones included, as paths from the root. */
function importsOf(file, text) {
  const specifiers = text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*"([^"]+)"/g);
  return [...specifiers].map(([, to]) => {
    if (to.startsWith("#test/")) return `ui/test/${to.slice(6)}`;
    if (to.startsWith("#")) return `ui/src/${to.slice(1)}`;
    return path.join(path.dirname(file), to);
  });
}

/** Whether a file names a URL: the server's router with its method, the client by the name that it gives the URL. */
function namesUrl(file, method, url, texts) {
  if (file === "server/src/router/mod.rs") {
    return routesIn(texts).some((route) => route.method === method && route.path === url);
  }
  const homes = [
    ["endpoints", "content/endpoints.ts"],
    ["paths", "content/paths.ts"],
    ["paths", "wire/page-paths.ts"],
  ];
  return homes.some(([module, home]) =>
    [...texts[`ui/src/${home}`].matchAll(/const (\w+) = "([^"]+)"/g)].some(
      ([, name, value]) =>
        value === url && new RegExp(`\\b${module}\\.${name}\\b`).test(texts[file]),
    ),
  );
}

/** Whether both files have what is passed between them: a word, or a method with a URL. */
function isPassed(over, from, to, texts) {
  const [, method, url] = /^([A-Z]+) (\/.*)$/.exec(over) ?? [];
  const word = new RegExp(`(?<![\\w-])${over.replace(/[{}/]/g, "\\$&")}(?![\\w-])`);
  const has = (file) =>
    url === undefined ? word.test(texts[file]) : namesUrl(file, method, url, texts);
  return has(from) && has(to);
}

/** Whether a Rust file declares another one as its module, to use it or to hand on what it has. */
function isChild(from, to, text) {
  const [, name] = /([^/]+?)(?:\/mod)?\.rs$/.exec(to) ?? [];
  const folder = path.dirname(to.replace(/\/mod\.rs$/, ".rs"));
  return folder === path.dirname(from) && new RegExp(`\\bmod ${name};`).test(text);
}

/** Whether a file imports, calls or names the next one. */
function leads(from, to, rustImports, texts) {
  if (from.endsWith(".rs") && to.endsWith(".rs")) {
    return rustImports[from]?.includes(to) || isChild(from, to, texts[from]);
  }
  // The build makes the import of each page from its name here.
  const [, page] = /^ui\/src\/pages\/(.+)-page\.tsx$/.exec(to) ?? [];
  if (from === "ui/src/pages/registry.ts" && page !== undefined) {
    return new RegExp(`^ {2}"?${page}"?:`, "m").test(texts[from]);
  }
  if (/\.tsx?$/.test(from)) return importsOf(from, texts[from]).includes(to);
  return texts[from].includes(path.basename(to));
}

/** Where a walk breaks, in words: a file that is none or several, or a step that does not lead to the next. */
export function breaksIn({ steps }, rustImports, texts) {
  const found = steps.map(({ file }) => filesOf(file, texts));
  const wrong = steps
    .filter((_, at) => found[at].length !== 1)
    .map(({ file }) => `${file} is not the name of one file`);
  if (wrong.length > 0) return wrong;
  const files = found.map(([file]) => file);
  return steps.slice(1).flatMap(({ over }, before) => {
    const [from, to] = [files[before], files[before + 1]];
    // A file that is named again is returned to.
    const isLinked = over
      ? isPassed(over, from, to, texts)
      : files.slice(0, before + 1).includes(to) || leads(from, to, rustImports, texts);
    return isLinked ? [] : [`${from} does not lead to ${to}`];
  });
}
