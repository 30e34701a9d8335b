/**
 * The modules that the build generates from the page registry:
 *
 * - `page:x`, the client entry of the page `x`;
 * - `virtual:server-pages`, every page's path, frame and component, for the renderer and for tests;
 * - `virtual:app-pages`, the app pages, each loaded lazily.
 *
 * Their types are in `src/globals.d.ts`.
 */

/** `not-found` -> `NotFoundPage`, `app` -> `AppFrame`: the export that a page or frame module has. */
const exportName = (name, suffix) =>
  `${name.replace(/(^|-)(\w)/g, (_match, _dash, letter) => letter.toUpperCase())}${suffix}`;

const pageModule = (name) => `#pages/${name}-page.tsx`;
const frameModule = (frame) => `#app/${frame}-frame.tsx`;
const importFrame = (frame) =>
  `import { ${exportName(frame, "Frame")} } from "${frameModule(frame)}";`;
const importPage = (name) => `import { ${exportName(name, "Page")} } from "${pageModule(name)}";`;

/** A page's path, frame and component, as an object literal. */
const pageParts = (name, { pattern, frame }) =>
  `{ pattern: ${JSON.stringify(pattern)}, Frame: ${exportName(frame, "Frame")}, Page: ${exportName(name, "Page")} }`;

function clientEntry(name, page, lazyStyles) {
  return `
    import { start } from "#entry-client.tsx";
    ${importFrame(page.frame)}
    ${importPage(name)}
    export const hydrated = start(${pageParts(name, page)}, ${JSON.stringify(lazyStyles)});`;
}

function serverPages(pages) {
  const frames = new Set(Object.values(pages).map(({ frame }) => frame));
  const entries = Object.entries(pages).map(
    ([name, page]) => `"${name}": ${pageParts(name, page)},`,
  );
  return `
    ${[...frames].map(importFrame).join("\n")}
    ${Object.keys(pages).map(importPage).join("\n")}
    export const serverPages = { ${entries.join("\n")} };`;
}

function appPages(pages) {
  const entries = Object.entries(pages)
    .filter(([, { frame }]) => frame === "app")
    .map(([name, { pattern, head }]) => {
      const load = `() => import("${pageModule(name)}").then((module) => module.${exportName(name, "Page")})`;
      return `"${name}": { ...${JSON.stringify({ pattern, title: head.title })}, load: ${load} },`;
    });
  return `export const appPages = { ${entries.join("\n")} };`;
}

/** The source of the module `id`, or undefined for any other module. */
function sourceOf(id, pages, lazyStyles = {}) {
  if (id === "virtual:server-pages") return serverPages(pages);
  if (id === "virtual:app-pages") return appPages(pages);
  if (!id.startsWith("page:")) return undefined;
  const name = id.slice("page:".length);
  return clientEntry(name, pages[name], lazyStyles[name] ?? null);
}

/** The entry point of a page for esbuild, which names its output after the page. */
export const entryOf = (name) => ({ in: `page:${name}`, out: name });

/**
 * The esbuild plugin. `lazyStyles` has the URL of a page's lazy style sheet. It is written into the
 * entries and not a `define`, because esbuild makes every chunk depend on a defined object.
 */
export function esbuildPageModules(pages, resolveDir, lazyStyles) {
  return {
    name: "page-modules",
    setup(build) {
      build.onResolve({ filter: /^(page|virtual):/ }, ({ path }) => ({ path, namespace: "page" }));
      build.onLoad({ filter: /.*/, namespace: "page" }, ({ path }) => ({
        contents: sourceOf(path, pages, lazyStyles),
        loader: "ts",
        resolveDir,
      }));
    },
  };
}

/** The Vite plugin for the test runner. */
export function vitePageModules(pages) {
  return {
    name: "page-modules",
    resolveId: (id) => (id.startsWith("virtual:") ? `\0${id}` : undefined),
    load: (id) => (id.startsWith("\0") ? sourceOf(id.slice(1), pages) : undefined),
  };
}
