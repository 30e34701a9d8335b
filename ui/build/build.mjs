/** Builds the UI into `dist`: server bundle, client bundles, style sheets and the page manifest. */
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { buildClient, buildEager, buildEarly, buildWatch, urlsOf } from "./client.mjs";
import { createScope } from "./css-modules.mjs";
import { esbuildPageModules } from "./page-modules.mjs";
import { pageStyles } from "./page-styles.mjs";
import { precompress } from "./precompress.mjs";
import { readRegistry } from "./registry.mjs";
import { hashOf } from "./scripts.mjs";
import { keptParts } from "./static-parts.mjs";
import { textLoaders } from "./texts.mjs";
import { shakenLibraries } from "./tree-shaking.mjs";
import {
  buildCheckWorker,
  buildFileWorker,
  buildWatchWorker,
  buildWorker,
  buildWorklet,
} from "./worker.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = path.join(root, "dist");
const assets = path.join(dist, "assets");
const isDev = process.argv.includes("--dev");
const require = createRequire(import.meta.url);

/** The module of each frame, by its name in the page registry. */
const frames = {
  public: "src/app/public-frame.tsx",
  app: "src/app/app-frame.tsx",
  watch: "src/app/watch-frame.tsx",
};

const common = {
  absWorkingDir: root,
  bundle: true,
  jsx: "automatic",
  minify: true,
  legalComments: "none",
  define: { "process.env.NODE_ENV": '"production"' },
  // The router's export conditions select its development build, which is larger and slower.
  // React's JSX runtime is CommonJS, which adds a wrapper to every module.
  // Radix's scroll lock writes a <style> element, which our content policy forbids.
  alias: {
    "react-router": require
      .resolve("react-router")
      .replace(/dist\/.*$/, "dist/production/index.mjs"),
    "react/jsx-runtime": path.join(root, "build/jsx-runtime.mjs"),
    "react-remove-scroll": path.join(root, "src/platform/page/remove-scroll.tsx"),
  },
  loader: textLoaders,
  metafile: true,
  write: false,
  logLevel: "error",
};

/** Shared by the build's steps. */
const tools = { esbuild, common, dist };

/** Throws when an update of React has moved the legacy renderer, which is imported by its path. */
function assertRenderer() {
  const renderer = require(
    path.join(root, "node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js"),
  );
  const pinned = require(path.join(root, "package.json")).dependencies["react-dom"];
  if (typeof renderer.renderToString !== "function" || renderer.version !== pinned) {
    throw new Error(
      `react-dom ${pinned} no longer has the legacy renderToString that the server uses.`,
    );
  }
}

async function buildServer(scope, pages) {
  const result = await esbuild.build({
    ...common,
    entryPoints: ["src/entry-server.tsx"],
    inject: ["src/server-globals.ts"],
    outfile: path.join(dist, "server.js"),
    format: "iife",
    globalName: "SSR",
    platform: "neutral",
    mainFields: ["module", "main"],
    target: "es2023",
    charset: "ascii",
    define: {
      ...common.define,
      __VOICE_WORKLET__: '""',
      __FILE_WORKER__: '""',
      __CHECK_WORKER__: '""',
    },
    plugins: [shakenLibraries, scope.plugin, keptParts, esbuildPageModules(pages, root)],
  });
  return { text: result.outputFiles[0].text, inputs: result.metafile.inputs };
}

function manifest(pages, styles, outputs, { eager, early, watch }) {
  const entries = Object.entries(pages).map(([name, page]) => {
    if (page.frame === "watch") {
      const alone = { early: null, scripts: [watch], deferred: null, preload: [] };
      return [name, { head: page.head, style: styles[name].inline, belowFold: null, ...alone }];
    }
    const { entry, imports } = urlsOf(outputs, `page:page:${name}`);
    const isDeferred = page.start === "deferred";
    const isPublic = page.frame === "public";
    return [
      name,
      {
        head: page.head,
        style: styles[name].inline,
        belowFold: styles[name].belowFold,
        early: isPublic ? null : early,
        scripts: [...(isPublic ? [eager] : []), ...(isDeferred ? [] : [entry])],
        deferred: isDeferred ? entry : null,
        preload: isDeferred ? [] : imports,
      },
    ];
  });
  return Object.fromEntries(entries);
}

async function main() {
  assertRenderer();
  await rm(dist, { recursive: true, force: true });
  await mkdir(assets, { recursive: true });
  const scope = createScope(root);
  const minify = (css) =>
    esbuild.transformSync(css, { loader: "css", minify: true, target: "es2022" }).code.trim();
  const pages = await readRegistry();
  const server = await buildServer(scope, pages);
  const styles = pageStyles({ pages, frames, inputs: server.inputs, scope, root, minify });
  const lazyStyles = {};
  for (const [name, style] of Object.entries(styles)) {
    if (style.lazy === null) continue;
    lazyStyles[name] = `/assets/lazy-${hashOf(style.lazy)}.css`;
    await writeFile(path.join(dist, lazyStyles[name]), style.lazy);
  }
  const worklet = await buildWorklet(tools);
  const fileWorker = await buildFileWorker(tools);
  const checkWorker = await buildCheckWorker(tools);
  const joined = Object.fromEntries(
    Object.entries(pages).filter(([, { frame }]) => frame !== "watch"),
  );
  const outputs = await buildClient(tools, {
    scope,
    pages: joined,
    lazyStyles,
    worklet,
    fileWorker,
    checkWorker,
  });
  const eager = await buildEager(tools, { pages: joined, outputs });
  const early = await buildEarly(tools);
  const watch = await buildWatch(tools, { scope });
  const table = manifest(pages, styles, outputs, { eager, early, watch });
  const build = hashOf(server.text + JSON.stringify(table));
  await writeFile(path.join(dist, "server.js"), server.text);
  await writeFile(path.join(dist, "pages.json"), JSON.stringify({ build, pages: table }));
  await cp(path.join(root, "public"), path.join(dist, "public"), { recursive: true });
  await buildWatchWorker(tools);
  const scripts = [early, worklet, fileWorker, checkWorker];
  await buildWorker(tools, { root, pages, outputs, scripts, build });
  if (isDev) return;
  await precompress(assets);
  await precompress(path.join(dist, "public"), ["sw.js", "watch-worker.js"]);
}

await main();
