/** Which style sheets a page needs, read from the import graph of the server bundle. */
import { readFileSync } from "node:fs";
import path from "node:path";

const MODULE_CSS = /\.module\.css$/;

/**
 * Collects the CSS modules that `entry` reaches.
 *
 * `inputs` is the metafile's graph; `alsoLazy` follows dynamic imports too. The order is that of
 * evaluation: a component's sheet comes after those of its parts.
 */
function sheetsOf(inputs, entry, alsoLazy) {
  const seen = new Set();
  const sheets = [];
  const visit = (file) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const edge of inputs[file]?.imports ?? []) {
      if (edge.external || (edge.kind === "dynamic-import" && !alsoLazy)) continue;
      visit(edge.path);
    }
    if (MODULE_CSS.test(file)) sheets.push(file);
  };
  visit(entry);
  return sheets;
}

/**
 * Returns `{ [page]: { inline, lazy } }`: the text inlined in the document and the text of what
 * only lazily loaded parts use. All pages of the app frame share one sheet that holds everything,
 * because navigation between them loads no document and must not wait for a style sheet.
 */
export function pageStyles({ pages, frames, inputs, scope, root, minify }) {
  const sheet = (name) => readFileSync(path.join(root, "src/styles", name), "utf8");
  const base = [sheet("tokens.css"), sheet("base.css")];
  const text = (files) => files.map((file) => scope.load(path.join(root, file)).css).join("\n");
  const reach = (name, alsoLazy) => {
    const entries = [frames[pages[name].frame], `src/pages/${name}-page.tsx`];
    return [...new Set(entries.flatMap((entry) => sheetsOf(inputs, entry, alsoLazy)))];
  };
  const ofApp = Object.keys(pages).filter((name) => pages[name].frame === "app");
  const appSheets = [...new Set(ofApp.flatMap((name) => reach(name, true)))];
  const appText = minify(
    [
      ...base,
      ...["lock-text.css", "lock-cover.css", "monitor.css"].map(sheet),
      text(appSheets),
    ].join("\n"),
  );

  const styles = {};
  for (const [name, page] of Object.entries(pages)) {
    if (page.frame === "app") {
      styles[name] = { inline: appText, lazy: null };
      continue;
    }
    const first = reach(name, false);
    const rest = reach(name, true).filter((file) => !first.includes(file));
    styles[name] = {
      inline: minify([...base, text(first)].join("\n")),
      lazy: rest.length > 0 ? minify(text(rest)) : null,
    };
  }
  return styles;
}
