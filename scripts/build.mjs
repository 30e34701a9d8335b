/** Builds the UI into `ui/dist`: server bundle, client bundles, style sheets and the page manifest. */
import { createHash } from "node:crypto";
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createScope } from "./build/css-modules.mjs";
import { pageStyles } from "./build/page-styles.mjs";
import { precompress } from "./build/precompress.mjs";
import { buildWorker, buildWorklet } from "./build/worker.mjs";

const root = fileURLToPath(new URL("../ui", import.meta.url));
const dist = path.join(root, "dist");
const assets = path.join(dist, "assets");
const isDev = process.argv.includes("--dev");
const require = createRequire(path.join(root, "package.json"));
const esbuild = await import(pathToFileURL(require.resolve("esbuild")).href);

/** The module of each frame, by the word that the page registry uses. */
const frames = { public: "src/app/public-frame.tsx", app: "src/app/app-frame.tsx" };

const common = {
  absWorkingDir: root,
  bundle: true,
  jsx: "automatic",
  minify: true,
  legalComments: "none",
  define: { "process.env.NODE_ENV": '"production"' },
  // The package's export conditions lead to its development build, which is larger and slower.
  // Radix locks scrolling by writing a <style> element, which our content policy forbids.
  alias: {
    "react-router": require
      .resolve("react-router")
      .replace(/dist\/.*$/, "dist/production/index.mjs"),
    "react-remove-scroll": path.join(root, "src/platform/remove-scroll.tsx"),
    // The server bundle names no platform, and would take the variant for Node.
    nanoid: path.join(root, "node_modules/nanoid/index.browser.js"),
  },
  metafile: true,
  write: false,
  logLevel: "error",
};

/** Hashes `content` to the ten characters that asset names carry. */
const hashOf = (content) => createHash("sha256").update(content).digest("hex").slice(0, 10);

/** `not-found` -> `NotFoundPage`, `app` -> `AppFrame`: the export that a page or frame module has. */
const exportName = (name, suffix) =>
  `${name.replace(/(^|-)(\w)/g, (_match, _dash, letter) => letter.toUpperCase())}${suffix}`;

/** The legacy renderer is imported by its path past the package's exports, so an update must not slip by. */
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

/** Evaluates the page registry, which is plain data. */
async function readRegistry() {
  const result = await esbuild.build({
    ...common,
    entryPoints: ["src/app/heads.ts"],
    format: "esm",
    minify: false,
  });
  const url = `data:text/javascript;base64,${Buffer.from(result.outputFiles[0].contents).toString("base64")}`;
  const { pages, heads } = await import(url);
  return { pages, heads };
}

async function buildServer(scope) {
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
    define: { ...common.define, __LATE_STYLES__: "{}", __VOICE_WORKLET__: '""' },
    plugins: [scope.plugin],
  });
  return { text: result.outputFiles[0].text, inputs: result.metafile.inputs };
}

/** Each page has an entry of its own that statically imports its frame and its component. */
function pageEntries(pages) {
  const prefix = "page:";
  return {
    names: Object.keys(pages).map((name) => ({ in: prefix + name, out: name })),
    plugin: {
      name: "page-entries",
      setup(build) {
        build.onResolve({ filter: /^page:/ }, ({ path: id }) => ({ path: id, namespace: "page" }));
        build.onLoad({ filter: /.*/, namespace: "page" }, ({ path: id }) => {
          const name = id.slice(prefix.length);
          const frame = pages[name].frame;
          return {
            contents: `
              import { start } from "#entry-client.tsx";
              import { ${exportName(frame, "Frame")} as Frame } from "#app/${frame}-frame.tsx";
              import { ${exportName(name, "Page")} as Page } from "#pages/${name}-page.tsx";
              export const hydrated = start({ name: "${name}", Frame, Page });`,
            loader: "ts",
            resolveDir: root,
          };
        });
      },
    },
  };
}

async function buildClient(scope, pages, lateStyles, worklet) {
  const entries = pageEntries(pages);
  const result = await esbuild.build({
    ...common,
    entryPoints: [...entries.names, { in: "src/entry-public.ts", out: "public" }],
    outdir: assets,
    format: "esm",
    splitting: true,
    platform: "browser",
    target: "es2022",
    entryNames: "[name]-[hash]",
    chunkNames: "c-[hash]",
    define: {
      ...common.define,
      __LATE_STYLES__: JSON.stringify(lateStyles),
      __VOICE_WORKLET__: JSON.stringify(worklet),
    },
    plugins: [scope.plugin, entries.plugin],
  });
  await mkdir(assets, { recursive: true });
  for (const file of result.outputFiles) await writeFile(file.path, file.contents);
  return result.metafile.outputs;
}

/** The address of the output made from `entryPoint`, and those of everything it imports at once. */
function urlsOf(outputs, entryPoint) {
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

function manifest(pages, heads, styles, outputs) {
  const eager = urlsOf(outputs, "src/entry-public.ts").entry;
  const entries = Object.entries(pages).map(([name, page]) => {
    const { entry, imports } = urlsOf(outputs, `page:page:${name}`);
    const isDeferred = page.start === "deferred";
    const isPublic = page.frame === "public";
    return [
      name,
      {
        head: { title: page.title, ...heads[name] },
        style: styles[name].inline,
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
  const { pages, heads } = await readRegistry();
  const server = await buildServer(scope);
  const styles = pageStyles({ pages, frames, inputs: server.inputs, scope, root, minify });
  const lateStyles = {};
  for (const [name, style] of Object.entries(styles)) {
    if (style.late === null) continue;
    lateStyles[name] = `/assets/late-${hashOf(style.late)}.css`;
    await writeFile(path.join(dist, lateStyles[name]), style.late);
  }
  const worklet = await buildWorklet({ esbuild, common, dist });
  const outputs = await buildClient(scope, pages, lateStyles, worklet);
  const table = manifest(pages, heads, styles, outputs);
  const build = hashOf(server.text + JSON.stringify(table));
  await writeFile(path.join(dist, "server.js"), server.text);
  await writeFile(path.join(dist, "pages.json"), JSON.stringify({ build, pages: table }));
  await cp(path.join(root, "public"), path.join(dist, "public"), { recursive: true });
  await buildWorker({ esbuild, common, dist, root, pages, outputs, worklet, build });
  if (isDev) return;
  await precompress(assets);
  await precompress(path.join(dist, "public"), ["sw.js"]);
}

await main();
