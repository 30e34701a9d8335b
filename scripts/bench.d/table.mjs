/**
 * The page of ssr-benchmark (github.com/eknkc/ssr-benchmark): a table with a thousand rows of two UUIDs. Its bundles, in the
 * product's renderer and in React's, and the job that serves it.
 */
import { randomUUID } from "node:crypto";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { moduleOf } from "./job.mjs";

const ui = fileURLToPath(new URL("../../ui", import.meta.url));
const require = createRequire(path.join(ui, "package.json"));

/** The page without `Suspense`: what a page shows has been read before its render, as in the product. */
const page = `
function Entry({ entry }) {
  return (
    <tr>
      <td>{entry.id}</td>
      <td>{entry.name}</td>
    </tr>
  );
}

function Table({ rows }) {
  return (
    <table>
      <tbody>
        {rows.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </tbody>
    </table>
  );
}

export const render = (text) => toHtml(<Table {...JSON.parse(text)} />);
`;

const renderers = {
  ours: { start: 'import { renderHtml as toHtml } from "#html/render.ts";', platform: "neutral" },
  react: {
    start: 'import { renderToString as toHtml } from "react-dom/server";',
    platform: "node",
  },
};

/** Builds the page with one of the renderers, as `ui/build/build.mjs` and `node-bundle.mjs` do; returns its `script` and `module`. */
async function build(folder, name) {
  const { start, platform } = renderers[name];
  const esbuild = await import(pathToFileURL(require.resolve("esbuild")).href);
  const script = path.join(folder, `table-${name}.js`);
  await esbuild.build({
    stdin: { contents: start + page, resolveDir: path.join(ui, "src"), loader: "tsx" },
    absWorkingDir: ui,
    outfile: script,
    bundle: true,
    minify: true,
    jsx: "automatic",
    format: "iife",
    globalName: "SSR",
    platform,
    mainFields: ["module", "main"],
    target: "es2023",
    define: { "process.env.NODE_ENV": '"production"' },
    alias:
      name === "ours" ? { "react/jsx-runtime": path.join(ui, "build/jsx-runtime.mjs") } : undefined,
    logLevel: "error",
  });
  return { script, module: moduleOf(folder, `table-${name}`, script) };
}

/** Resolves to the bundles of the page, and what its `job` changes in that of an arm: the constant bytes are the bare HTML. */
export async function prepareTable(folder) {
  const rows = Array.from({ length: 1000 }, () => ({ id: randomUUID(), name: randomUUID() }));
  const cells = rows.map(({ id, name }) => `<tr><td>${id}</td><td>${name}</td></tr>`);
  const html = `<table><tbody>${cells.join("")}</tbody></table>`;
  const landing = {
    headers: { "content-type": "text/html; charset=utf-8" },
    body: Buffer.from(html).toString("base64"),
  };
  const job = { landing, payload: JSON.stringify({ rows }), rendersLanding: true };
  return { ours: await build(folder, "ours"), react: await build(folder, "react"), job };
}
