/**
 * Static parts: what a page shows and never changes. A module `x-static.tsx` exports one component, which returns one
 * `<div>`. The server renders it; a client bundle holds `app/static-part.tsx` in its place, which leaves the server's
 * HTML as it is, so that its texts are sent once and hydration does not visit them.
 */
import { readFile } from "node:fs/promises";

/** The esbuild plugin for client bundles. The module itself becomes a chunk that is loaded only where the server's render failed. */
export const staticParts = {
  name: "static-parts",
  setup(build) {
    build.onResolve({ filter: /-static\.tsx$/ }, async ({ path, kind, resolveDir, pluginData }) => {
      if (kind === "dynamic-import" || pluginData === staticParts.name) return undefined;
      const { path: file, errors } = await build.resolve(path, {
        kind,
        resolveDir,
        pluginData: staticParts.name,
      });
      return { path: file, errors, namespace: "static", pluginData: { resolveDir } };
    });
    build.onLoad({ filter: /.*/, namespace: "static" }, async ({ path, pluginData }) => ({
      contents: sourceOf(path, await readFile(path, "utf8")),
      loader: "jsx",
      resolveDir: pluginData.resolveDir,
    }));
  },
};

function sourceOf(file, source) {
  const names = [...source.matchAll(/^export function (\w+)/gm)].map(([, name]) => name);
  if (names.length !== 1) throw new Error(`${file}: a static part exports one component.`);
  const [name] = names;
  return `
    import { StaticPart } from "#app/static-part.tsx";
    const load = () => import(${JSON.stringify(file)}).then((module) => module.${name});
    export const ${name} = (props) => <StaticPart load={load} props={props} />;`;
}
