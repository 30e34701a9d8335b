/**
 * Static parts: what a page shows and never changes. A module `x-static.tsx` exports one component, which returns one
 * `<div>`. The server renders it once for the same props; a client bundle holds `app/static-part.tsx` in its place, which
 * leaves the server's HTML as it is, so that its texts are sent once and hydration does not visit them.
 */
import { readFile } from "node:fs/promises";

/** The esbuild plugin for client bundles. The module itself becomes a chunk that is loaded only where the server's render failed. */
export const staticParts = replacing(
  (file, name) => `
    import { StaticPart } from "#app/static-part.tsx";
    const load = () => import(${JSON.stringify(file)}).then((module) => module.${name});
    export const ${name} = (props) => <StaticPart load={load} props={props} />;`,
);

/** The esbuild plugin for the server's bundle. */
export const keptParts = replacing(
  (file, name) => `
    import { keepsHtml } from "#html/kept.ts";
    import { ${name} as Part } from ${JSON.stringify(file)};
    export const ${name} = keepsHtml(Part);`,
);

/** A plugin with which other modules get `sourceOf(file, name)` in the place of a static part. That source imports the part itself. */
function replacing(sourceOf) {
  const isOwn = {};
  return {
    name: "static-parts",
    setup(build) {
      build.onResolve({ filter: /-static\.tsx$/ }, async (wanted) => {
        const { path, kind, resolveDir, namespace, pluginData } = wanted;
        if (namespace === "static" || pluginData === isOwn) return undefined;
        const found = await build.resolve(path, { kind, resolveDir, pluginData: isOwn });
        const { path: file, errors } = found;
        return { path: file, errors, namespace: "static", pluginData: { resolveDir } };
      });
      build.onLoad({ filter: /.*/, namespace: "static" }, async ({ path, pluginData }) => ({
        contents: sourceOf(path, nameIn(path, await readFile(path, "utf8"))),
        loader: "jsx",
        resolveDir: pluginData.resolveDir,
      }));
    },
  };
}

/** The name of the only component that a static part exports. */
function nameIn(file, source) {
  const names = [...source.matchAll(/^export function (\w+)/gm)].map(([, name]) => name);
  if (names.length !== 1) throw new Error(`${file}: a static part exports one component.`);
  return names[0];
}
