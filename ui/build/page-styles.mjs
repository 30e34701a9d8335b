/** Which style sheets a page needs, read from the import graph of the server bundle. */
import { readFileSync } from "node:fs";
import path from "node:path";

const MODULE_CSS = /\.module\.css$/;

/**
 * The modules that `entry` reaches, itself the last, in the order of evaluation: a component's sheet comes after those of its
 * parts.
 *
 * `inputs` is the metafile's graph; `alsoLazy` follows dynamic imports too; `without` are modules that are left out.
 */
function modulesOf(inputs, entry, { alsoLazy = false, without = [] } = {}) {
  const seen = new Set(without);
  const modules = [];
  const visit = (file) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const edge of inputs[file]?.imports ?? []) {
      if (edge.external || (edge.kind === "dynamic-import" && !alsoLazy)) continue;
      visit(edge.path);
    }
    modules.push(file);
  };
  visit(entry);
  return modules;
}

const isSheet = (file) => MODULE_CSS.test(file);

/** Whether a sheet may override others: those of components are there to be overridden. */
const mayOverride = (sheet) => !sheet.startsWith("src/components/");

/**
 * Throws where a module below the first screen has a sheet that stands in the head, although it comes after another of its
 * sheets, which it may override, and which stands below. `modules` are those of the page, in order.
 */
function assertOrder(inputs, modules, below) {
  const all = modules.filter(isSheet);
  for (const file of modules) {
    const own = (inputs[file]?.imports ?? []).map((edge) => edge.path).filter(isSheet);
    const late = modulesOf(inputs, file).filter((sheet) => below.includes(sheet));
    for (const sheet of own.filter((one) => mayOverride(one) && !below.includes(one))) {
      const overridden = late.find((one) => all.indexOf(one) < all.indexOf(sheet));
      if (overridden !== undefined)
        throw new Error(`${file}: ${sheet} must come after ${overridden}.`);
    }
  }
}

/**
 * Returns `{ [page]: { inline, belowFold, lazy } }`: the text in the document's head, that of what stands below the first
 * screen, and that of what only lazily loaded parts use; the last two may be null. All pages of the app frame share one sheet
 * that holds everything, because navigation between them loads no document and must not wait for a style sheet.
 */
export function pageStyles({ pages, frames, inputs, scope, root, minify }) {
  const sheet = (name) => readFileSync(path.join(root, "src/styles", name), "utf8");
  const base = [sheet("tokens.css"), sheet("base.css")];
  const text = (files) => files.map((file) => scope.load(path.join(root, file)).css).join("\n");
  const reach = (name, how) => {
    const entries = [frames[pages[name].frame], `src/pages/${name}-page.tsx`];
    return [...new Set(entries.flatMap((entry) => modulesOf(inputs, entry, how)))];
  };
  const ofApp = Object.keys(pages).filter((name) => pages[name].frame === "app");
  const appSheets = [...new Set(ofApp.flatMap((name) => reach(name, { alsoLazy: true })))].filter(
    isSheet,
  );
  const appText = minify(
    [
      ...base,
      ...["app.css", "lock-text.css", "lock-cover.css", "monitor.css"].map(sheet),
      text(appSheets),
    ].join("\n"),
  );

  const styles = {};
  for (const [name, page] of Object.entries(pages)) {
    if (page.frame === "app") {
      styles[name] = { inline: appText, belowFold: null, lazy: null };
      continue;
    }
    const modules = reach(name);
    const all = modules.filter(isSheet);
    const first = reach(name, { without: page.belowFold }).filter(isSheet);
    const below = all.filter((file) => !first.includes(file));
    assertOrder(inputs, modules, below);
    const lazy = reach(name, { alsoLazy: true }).filter(isSheet);
    const rest = lazy.filter((file) => !all.includes(file));
    const orNull = (files) => (files.length > 0 ? minify(text(files)) : null);
    styles[name] = {
      inline: minify([...base, text(first)].join("\n")),
      belowFold: orNull(below),
      lazy: orNull(rest),
    };
  }
  return styles;
}
