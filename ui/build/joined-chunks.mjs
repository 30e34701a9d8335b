/**
 * Joins the chunks of esbuild, one for each set of pages that shares a module, to a few files for each page: what pages
 * of both frames load, what pages of one frame load, and the page's own. On a slow line a request costs more than the
 * bytes that a page does not need.
 */
import path from "node:path";
import { rolldown } from "rolldown";

/**
 * Joins the files that an esbuild build returned. `pages` is the page registry, and `minify` shortens the code of a
 * file. Resolves to the new files, each `{ name, code }`, and their imports in the shape of esbuild's
 * `metafile.outputs`.
 */
export async function joinChunks({ outputFiles, outputs, pages, minify }) {
  const code = new Map(outputFiles.map(({ path: file, text }) => [path.basename(file), text]));
  const entries = entriesOf(outputs, pages);
  const groups = groupsOf(outputs, entries, pages);
  const bundle = await rolldown({
    input: entries,
    plugins: [filesInMemory(code), { name: "minify", renderChunk: minify }],
    // esbuild has dropped what is not used.
    treeshake: false,
    preserveEntrySignatures: "allow-extension",
  });
  const { output } = await bundle.generate({
    format: "es",
    minify: false,
    entryFileNames: "[name]-[hash].js",
    chunkFileNames: "c-[hash].js",
    hashCharacters: "base36",
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [...new Set(groups.values())].map((name) => ({
        name,
        test: (id) => groups.get(id) === name,
      })),
    },
  });
  await bundle.close();
  return {
    files: output.map(({ fileName, code: text }) => ({ name: fileName, code: text })),
    outputs: Object.fromEntries(
      output.map((chunk) => [`dist/assets/${chunk.fileName}`, edgesOf(chunk)]),
    ),
  };
}

/** The base name of each page's entry file. */
function entriesOf(outputs, pages) {
  const all = Object.entries(outputs);
  return Object.fromEntries(
    Object.keys(pages).map((name) => {
      const [file] = all.find(([, output]) => output.entryPoint === `page:page:${name}`);
      return [name, path.basename(file)];
    }),
  );
}

/** The group of each file that pages load at once: the page if it is one, its frame, or `shared` where there are both frames. */
function groupsOf(outputs, entries, pages) {
  const users = new Map();
  for (const [page, entry] of Object.entries(entries)) {
    for (const file of loadedWith(outputs, entry)) {
      users.set(file, [...(users.get(file) ?? []), page]);
    }
  }
  const groups = new Map();
  for (const [file, names] of users) {
    const [frame, ...others] = new Set(names.map((name) => pages[name].frame));
    if (file === entries[names[0]]) continue;
    groups.set(file, names.length === 1 ? names[0] : others.length === 0 ? frame : "shared");
  }
  return groups;
}

/** The base names of a file and of what it imports at once. */
function loadedWith(outputs, file, seen = new Set()) {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const { kind, path: target } of outputs[`dist/assets/${file}`].imports) {
    if (kind === "import-statement") loadedWith(outputs, path.basename(target), seen);
  }
  return seen;
}

/** The Rolldown plugin that finds files by their base names among those that esbuild returned. */
function filesInMemory(code) {
  return {
    name: "files-in-memory",
    resolveId: (id) => path.basename(id),
    load: (id) => code.get(id),
  };
}

/** A chunk's imports as esbuild describes them. */
function edgesOf({ isEntry, name, imports, dynamicImports }) {
  const edges = (files, kind) => files.map((file) => ({ path: `dist/assets/${file}`, kind }));
  return {
    entryPoint: isEntry ? `page:page:${name}` : undefined,
    imports: [...edges(imports, "import-statement"), ...edges(dynamicImports, "dynamic-import")],
  };
}
