/**
 * Joins the chunks of esbuild, one for each set of pages that shares a module, to a few files for each page: what pages
 * of both frames load, what pages of one frame load, and the page's own. Small chunks that are loaded later are joined,
 * too. On a slow line a request costs more than the bytes that a page does not need, and each file that the service worker
 * caches costs the phone processor time.
 */
import path from "node:path";
import { rolldown } from "rolldown";

/** Chunks of at most so many bytes are small. All that only app pages load have about 14 KB together, 6 on the wire. */
const SMALL_BYTES = 1_500;

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
    if (file === entries[names[0]]) continue;
    groups.set(file, names.length === 1 ? names[0] : frameOf(names, pages));
  }
  const later = laterGroupsOf(outputs, entries, pages, users);
  return new Map([...groups, ...later]);
}

/** The frame of these pages, or `shared` where they have both. */
function frameOf(names, pages) {
  const [frame, ...others] = new Set(names.map((name) => pages[name].frame));
  return others.length === 0 ? frame : "shared";
}

/**
 * The groups of small files that no page loads at once; `atOnce` has those that pages do. Small files that import no larger
 * one are a group for each frame. One that imports a larger file, and what that imports, is joined to that file, without
 * which it is never loaded.
 */
function laterGroupsOf(outputs, entries, pages, atOnce) {
  const pagesOf = new Map();
  for (const [page, entry] of Object.entries(entries)) {
    for (const file of loadedWith(outputs, entry, isImport)) {
      pagesOf.set(file, [...(pagesOf.get(file) ?? []), page]);
    }
  }
  const isSmall = (file) => outputs[`dist/assets/${file}`].bytes <= SMALL_BYTES;
  const largeOf = (file) =>
    [...loadedWith(outputs, file)].filter((name) => !atOnce.has(name) && !isSmall(name));
  const groups = new Map();
  for (const [file, names] of pagesOf) {
    if (atOnce.has(file) || !isSmall(file)) continue;
    const large = largeOf(file);
    const top = large.find((name) => largeOf(name).length === large.length);
    if (large.length === 0) groups.set(file, `small-${frameOf(names, pages)}`);
    else if (top !== undefined) {
      groups.set(file, top);
      groups.set(top, top);
    }
  }
  return groups;
}

const isImportedAtOnce = ({ kind }) => kind === "import-statement";
const isImport = ({ kind }) => isImportedAtOnce({ kind }) || kind === "dynamic-import";

/** The base names of a file and of what it imports, by imports that `follow` accepts. */
function loadedWith(outputs, file, follow = isImportedAtOnce, seen = new Set()) {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const edge of outputs[`dist/assets/${file}`].imports) {
    if (follow(edge)) loadedWith(outputs, path.basename(edge.path), follow, seen);
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
