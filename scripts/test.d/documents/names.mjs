/** Finds what documents name in backticks, and says which of it the repository does not have. Pure. */
import path from "node:path";
import { isCommand, unknownInCommand } from "./commands.mjs";
import { withoutNames } from "./repository.mjs";

/** Kinds of files that documents name. */
const fileName = /\.(tsx?|mjs|rs|md|py|sh|css|html|jsonc?|json5|toml|yml|webp|svg|example)$/;

/** The texts in backticks, on one line each, and the commands in blocks that name no language. */
export function namesIn(text) {
  const blocks = [...text.matchAll(/^```\n([\s\S]*?)^```$/gm)].flatMap(([, block]) =>
    block.split("\n").filter(isCommand),
  );
  const rest = text.replace(/^```[\s\S]*?^```$/gm, "");
  const inline = [...rest.matchAll(/`([^`]+)`/g)].map(([, name]) => name.replace(/\s+/g, " "));
  return [...new Set([...blocks, ...inline])];
}

/** The `//!` lines of a Rust file. */
export const innerComments = (text) =>
  [...text.matchAll(/^\s*\/\/!(.*)$/gm)].map(([, line]) => line).join("\n");

/** Whether a name with stars is the end of a path below `folder`. */
function isPathBelow(folder, name, { files, folders }) {
  const pattern = name
    .replace(/\/$/, "")
    .split("*")
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"))
    .join("[^/]*");
  const below = folder === "" ? "" : `${folder}/`;
  const ending = new RegExp(`^(?:${below}(?:.*/)?)${pattern}$`);
  const all = name.endsWith("/") ? folders : [...files, ...folders];
  return all.some((one) => ending.test(one));
}

/**
 * Whether a file or folder has this name: from the root, or as the end of a path in the document's part of the repository,
 * which is the server, the UI or the scripts.
 */
export function isPath(name, document, repository) {
  const { files, folders } = repository;
  const whole = name.replace(/\/$/, "");
  if (files.includes(whole) || folders.includes(whole)) return true;
  const [part, ...rest] = document.split("/");
  return isPathBelow(rest.length === 0 ? "" : part, name, repository);
}

/** Whether every word of a text is one of the code. */
const areWords = (name, { words }) =>
  // Metrics are exported under their names with `_total` behind.
  (name.match(/[A-Za-z_]\w+/g) ?? []).every(
    (word) => words.has(word) || words.has(word.replace(/_total$/, "")),
  );

/** Whether the repository has what a name says. */
function isKnown(name, document, repository) {
  if (isCommand(name)) return unknownInCommand(name, repository).length === 0;
  if (/^[a-z]+:\/\//.test(name)) return true;
  if (/^_[a-z]+$/.test(name)) return [...repository.words].some((word) => word.endsWith(name));
  if (/^(?:[A-Z]+ )?\//.test(name)) {
    const [, url = "", query = ""] = /^(?:[A-Z]+ )?([^?#]*)(.*)$/.exec(name) ?? [];
    return repository.urls.has(withoutNames(url)) && areWords(query, repository);
  }
  const isOfFiles =
    /^[\w.\-*]+(\/[\w.\-*]*)+$/.test(name) || (/^[\w.\-*]+$/.test(name) && fileName.test(name));
  if (isOfFiles) return isPath(name, document, repository);
  return areWords(name, repository);
}

/** The names in a document that nothing in the repository has. `outside` has names of other programs and systems. */
export function unknownNames(document, text, repository, outside = []) {
  const words = new Set([...repository.words, ...outside]);
  return namesIn(text).filter(
    (name) => !outside.includes(name) && !isKnown(name, document, { ...repository, words }),
  );
}

/** The links of a document to files that do not exist. */
export function brokenLinks(document, text, { files, folders }) {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)];
  return targets
    .map(([, link, picture]) => link ?? picture)
    .filter((target) => !/^[a-z]+:|^#/.test(target))
    .filter((target) => {
      const file = path.join(path.dirname(document), target.replace(/#.*$/, "")).replace(/\/$/, "");
      return !files.includes(file) && !folders.includes(file);
    });
}

/** The sections that a text names, as in `SECURITY.md, "Threat model"`, of documents that do not have them. */
export function missingSections(text, documents) {
  const named = [...text.matchAll(/([\w/.]+\.md)`?,? \(?"([A-Z][^"]+)"/g)];
  return named
    .filter(([, file, title]) => {
      const headings = documents[file]?.match(/^#+ .*$/gm) ?? [];
      return !headings.some((heading) => heading.replace(/^#+ /, "") === title);
    })
    .map(([, file, title]) => `${file}, "${title}"`);
}
