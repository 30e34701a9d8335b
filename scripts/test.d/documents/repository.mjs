/** Reads the repository for the checks of its documents: its files, the words of its code, its paths and its commands. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the repository, with a slash at its end. */
export const root = fileURLToPath(new URL("../../../", import.meta.url));

/** What is no source: what programs write, and what git keeps. */
const left = new Set(["node_modules", "target", "dist", "data", "test-results", ".git"]);
/** Plants faults in documents, so that its words are not those of the code. */
const ofThisCheck = "ui/test/documents.test.ts";

const isCode = (file) =>
  /\.([cm]?[jt]sx?|rs|py|sh|css|html|json5?|jsonc|toml|yml|webmanifest|txt)$|^\.env\.example$|^\.ci\/run$|^scripts\/\w+$/.test(
    file,
  ) &&
  !/(^|\/)(package-lock\.json|Cargo\.lock)$/.test(file) &&
  file !== ofThisCheck;

/** The files of the repository, as paths from its root. */
function filesBelow(folder = "") {
  return readdirSync(root + folder, { withFileTypes: true }).flatMap((entry) => {
    if (left.has(entry.name)) return [];
    const name = folder + entry.name;
    return entry.isDirectory() ? filesBelow(`${name}/`) : [name];
  });
}

/** A text without its comments, so that what only a comment names counts as gone. */
function withoutComments(file, text) {
  if (/\.([cm]?[jt]sx?|rs|css|json5|jsonc)$/.test(file)) {
    return text.replace(/\/\*[\s\S]*?\*\//g, " ").replace(/(^|[\s;{(,])\/\/.*$/gm, "$1");
  }
  return /\.(html|txt)$/.test(file) ? text : text.replace(/^\s*#(?!!).*$/gm, "");
}

/** Adds the words of a text. */
function addWords(words, text) {
  for (const [word] of text.matchAll(/\w+/g)) words.add(word);
}

/** A path with the names of its parameters taken away, so that `/gift/{code}` and `/gift/:linkCode` are one. */
export const withoutNames = (url) => url.replace(/\{\w+\}|:\w+/g, "{}");

/** Everything that documents can name. */
export function readRepository() {
  const files = filesBelow();
  const texts = Object.fromEntries(
    files.filter(isCode).map((file) => [file, readFileSync(root + file, "utf8")]),
  );
  const words = new Set();
  const urls = new Set();
  for (const [file, text] of Object.entries(texts)) {
    const code = withoutComments(file, text);
    addWords(words, code);
    for (const [, url] of code.matchAll(/["'`](?:\$\{\w+\})?(\/[\w.\-/{}:]*)/g)) {
      urls.add(withoutNames(url));
    }
  }
  // Settings are written as comments, to be uncommented.
  addWords(words, texts[".env.example"]);
  const folders = new Set();
  for (const file of files) {
    for (let at = path.dirname(file); at !== "."; at = path.dirname(at)) folders.add(at);
  }
  for (const file of files.filter((one) => one.startsWith("ui/public/"))) {
    urls.add(file.slice("ui/public".length));
  }
  return { files, folders: [...folders], texts, words, urls };
}
