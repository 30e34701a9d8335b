/** Builds the audio worklet, the workers that write files and check recordings, and the service workers. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { appPathsOf } from "./registry.mjs";
import { hashOf, minified, writeScript } from "./scripts.mjs";

/** Builds the audio worklet into the assets and returns its URL. */
export const buildWorklet = (tools) =>
  buildAsset(tools, "src/features/voice/spotter/worklet.ts", "worklet");

/** Builds the worker that writes files into the assets and returns its URL. */
export const buildFileWorker = (tools) =>
  buildAsset(tools, "src/platform/storage/file-worker.ts", "file-worker");

/** Builds the worker that checks recordings into the assets and returns its URL. */
export const buildCheckWorker = (tools) =>
  buildAsset(tools, "src/store/evidence/check-worker.ts", "check-worker");

async function buildAsset({ esbuild, common, dist }, entry, name) {
  const result = await esbuild.build({
    ...common,
    entryPoints: [entry],
    format: "esm",
    target: "es2022",
    outfile: path.join(dist, `${name}.js`),
  });
  return writeScript(dist, name, result.outputFiles[0].text, "module");
}

/** Builds the worker of guardian links. The page that it keeps names its files. */
export async function buildWatchWorker({ esbuild, common, dist }) {
  const result = await esbuild.build({
    ...common,
    entryPoints: ["src/sw/watch-worker.ts"],
    format: "iife",
    target: "es2022",
    outfile: path.join(dist, "public/watch-worker.js"),
  });
  const text = minified(result.outputFiles[0].text, "script");
  await writeFile(path.join(dist, "public/watch-worker.js"), text);
}

/** Every output that the app pages load, also lazily. */
function filesOf(outputs, names) {
  const seen = new Set();
  const visit = (file) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const edge of outputs[file]?.imports ?? []) visit(edge.path);
  };
  const entries = new Set(names.map((name) => `page:page:${name}`));
  for (const [file, output] of Object.entries(outputs)) {
    if (entries.has(output.entryPoint)) visit(file);
  }
  return [...seen].map((file) => file.replace(/^dist/, ""));
}

/** The placeholder in `sw.js` that the server replaces by a hash of its configuration. */
const CONFIGURATION = "{configuration}";

/** The files at the root that the app needs offline, with a hash of their content as revision. */
async function rootFiles(publicFolder) {
  const all = await readdir(path.join(publicFolder, "icons"));
  const icons = all.filter((name) => !name.startsWith("watch")).map((name) => `icons/${name}`);
  return Promise.all(
    ["manifest.webmanifest", ...icons.sort()].map(async (name) => ({
      url: `/${name}`,
      revision: `${hashOf(await readFile(path.join(publicFolder, name)))}-${CONFIGURATION}`,
    })),
  );
}

/**
 * Builds `sw.js`. Its list has what the app pages load (`scripts` are not imported by a module), the
 * icons, and last the documents of the app pages, so that a cached document has all its files. Their
 * revision is `build` and the server's configuration. A page that shares its path with a public one is
 * not cached, because the server decides which of the two is shown.
 */
export async function buildWorker(
  { esbuild, common, dist },
  { root, pages, outputs, scripts, build },
) {
  const names = Object.keys(pages).filter((name) => pages[name].frame === "app");
  const paths = appPathsOf(pages);
  const list = [
    ...[...filesOf(outputs, names), ...scripts].map((url) => ({ url, revision: null })),
    ...(await rootFiles(path.join(root, "public"))),
    ...paths.map((url) => ({ url, revision: `${build}-${CONFIGURATION}` })),
  ];
  const result = await esbuild.build({
    ...common,
    entryPoints: ["src/sw/service-worker.ts"],
    format: "iife",
    target: "es2022",
    outfile: path.join(dist, "public/sw.js"),
    define: {
      ...common.define,
      __PRECACHE__: JSON.stringify(list),
      __APP_PATHS__: JSON.stringify(paths),
    },
  });
  const text = minified(result.outputFiles[0].text, "script");
  await writeFile(path.join(dist, "public/sw.js"), text);
}
