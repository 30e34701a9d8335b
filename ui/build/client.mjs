/** The client bundles: an entry per page with shared chunks, the eager script and the early script. */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { joinChunks } from "./joined-chunks.mjs";
import { entryOf, esbuildPageModules } from "./page-modules.mjs";
import { compileWrappedModulesEarly, minified, writeScript } from "./scripts.mjs";
import { staticParts } from "./static-parts.mjs";
import { shakenLibraries } from "./tree-shaking.mjs";

/** The options for browser bundles. */
const browserOptions = (dist) => ({
  outdir: path.join(dist, "assets"),
  format: "esm",
  platform: "browser",
  target: "es2022",
  entryNames: "[name]-[hash]",
  chunkNames: "c-[hash]",
});

/** Builds every page entry and its chunks, writes them, and returns them in the shape of esbuild's `metafile.outputs`. */
export async function buildClient(
  { esbuild, common, dist },
  { scope, pages, lazyStyles, worklet, fileWorker, checkWorker },
) {
  const result = await esbuild.build({
    ...common,
    ...browserOptions(dist),
    entryPoints: Object.keys(pages).map(entryOf),
    splitting: true,
    define: {
      ...common.define,
      __VOICE_WORKLET__: JSON.stringify(worklet),
      __FILE_WORKER__: JSON.stringify(fileWorker),
      __CHECK_WORKER__: JSON.stringify(checkWorker),
    },
    plugins: [
      staticParts,
      shakenLibraries,
      scope.plugin,
      esbuildPageModules(pages, common.absWorkingDir, lazyStyles),
    ],
  });
  const { files, outputs } = await joinChunks({
    outputFiles: result.outputFiles,
    outputs: result.metafile.outputs,
    pages,
    minify: (code) => minified(compileWrappedModulesEarly(code), "module"),
  });
  for (const { name, code } of files) await writeFile(path.join(dist, "assets", name), code);
  return outputs;
}

/** Builds the eager script of public pages, which needs the modules of deferred pages. */
export async function buildEager({ esbuild, common, dist }, { pages, outputs }) {
  const deferred = Object.keys(pages).filter((name) => pages[name].start === "deferred");
  const modules = deferred.map((name) => {
    const { entry, imports } = urlsOf(outputs, `page:page:${name}`);
    return [name, [entry, ...imports]];
  });
  const result = await esbuild.build({
    ...common,
    ...browserOptions(dist),
    entryPoints: ["src/entry-public.ts"],
    define: {
      ...common.define,
      __DEFERRED_MODULES__: JSON.stringify(Object.fromEntries(modules)),
    },
  });
  return writeScript(dist, "public", result.outputFiles[0].text, "module");
}

/** What the guardian's page runs on in the place of React, which alone weighs more than that page may. */
const small = {
  react: "preact/compat",
  "react-dom/client": "preact/compat/client",
  "react/jsx-runtime": "preact/jsx-runtime",
};

/** Builds the one script of the guardian's page. */
export async function buildWatch({ esbuild, common, dist }, { scope }) {
  const result = await esbuild.build({
    ...common,
    ...browserOptions(dist),
    entryPoints: ["src/entry-watch.tsx"],
    alias: { ...common.alias, ...small },
    plugins: [scope.plugin],
  });
  return writeScript(dist, "watch", result.outputFiles[0].text, "module");
}

/** Builds the early script of app pages: not a module, because it must run before the first paint. */
export async function buildEarly({ esbuild, common, dist }) {
  const result = await esbuild.build({
    ...common,
    ...browserOptions(dist),
    format: "iife",
    entryPoints: ["src/entry-lock.ts"],
  });
  return writeScript(dist, "lock", result.outputFiles[0].text, "script");
}

/** The URL of the output of `entryPoint`, and those of its static imports. */
export function urlsOf(outputs, entryPoint) {
  const [file] = Object.entries(outputs).find(([, output]) => output.entryPoint === entryPoint);
  const seen = new Set();
  const visit = (name) => {
    for (const edge of outputs[name].imports) {
      if (edge.kind !== "import-statement" || seen.has(edge.path)) continue;
      seen.add(edge.path);
      visit(edge.path);
    }
  };
  visit(file);
  const url = (name) => name.replace(/^dist/, "");
  return { entry: url(file), imports: [...seen].map(url) };
}
