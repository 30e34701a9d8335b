/** Reads what `relations.mjs` needs from the sources of the UI: who imports whom, and the code that each story runs. */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { entryOf, esbuildPageModules } from "../../../ui/build/page-modules.mjs";
import { readRegistry } from "../../../ui/build/registry.mjs";
import { textLoaders } from "../../../ui/build/texts.mjs";
import { placesOf } from "./relations.mjs";

const ui = fileURLToPath(new URL("../../../ui/", import.meta.url));
const { build } = createRequire(`${ui}package.json`)("esbuild");

const options = {
  absWorkingDir: ui,
  bundle: true,
  packages: "external",
  format: "esm",
  platform: "node",
  jsx: "automatic",
  loader: { ...textLoaders, ".css": "empty" },
  write: false,
  metafile: true,
  outdir: "unwritten",
  logLevel: "error",
};

/** The files below folders of `ui/`. */
function filesBelow(...folders) {
  return folders.flatMap((folder) =>
    readdirSync(`${ui}${folder}`, { recursive: true }).map((name) => `${folder}/${name}`),
  );
}

/** The modules that bundles begin with, besides the pages. */
const entries = filesBelow("src").filter((file) =>
  /^src\/(entry-[^./]+|sw\/[a-z-]*worker|.*\/worklet)\.tsx?$/.test(file),
);

/** What stories open: every page, and the service workers. */
export async function readPlaces() {
  return placesOf(await readRegistry(), entries);
}

/** The stories, each with the code that is left of it and its helpers, without functions that it does not call. */
export async function readStories() {
  const entryPoints = filesBelow("e2e").filter((file) => /\.e2e\.ts$/.test(file));
  const { outputFiles, metafile } = await build({ ...options, entryPoints, outbase: "." });
  const codes = new Map(outputFiles.map(({ path, text }) => [path, text]));
  return Object.entries(metafile.outputs).map(([output, { entryPoint, inputs }]) => ({
    file: entryPoint,
    code: codes.get(`${ui}${output}`),
    uses: Object.keys(inputs).filter((input) => inputs[input].bytesInOutput > 0),
  }));
}

/** Everything, in the words of `relations.mjs`. */
export async function readUi() {
  const registry = await readRegistry();
  const units = filesBelow("src", "test").filter((file) => /\.test\.tsx?$/.test(file));
  // One bundle of everything: only who imports whom is of interest, and bundles of their own take ten times as long.
  const roots = [
    ...[...units, ...entries].map((file) => `./${file}`),
    ...Object.keys(registry)
      .map(entryOf)
      .map(({ in: entry }) => entry),
  ];
  const { metafile } = await build({
    ...options,
    stdin: {
      contents: roots.map((root) => `import ${JSON.stringify(root)};`).join("\n"),
      resolveDir: ui,
    },
    plugins: [esbuildPageModules(registry, ui, {})],
  });
  const imports = Object.fromEntries(
    Object.entries(metafile.inputs).map(([file, input]) => [
      file,
      input.imports.filter(({ external }) => !external).map(({ path }) => path),
    ]),
  );
  const readsFiles = (file) =>
    /"node:(fs|child_process)/.test(readFileSync(`${ui}${file}`, "utf8"));
  return {
    imports,
    places: placesOf(registry, entries),
    stories: await readStories(),
    units: units.map((file) => ({ file, readsFiles: readsFiles(file) })),
  };
}
