/** Files that modules import as texts: what an evidence package has as it is, and its templates. Their types are in `src/globals.d.ts`. */
import { readFileSync } from "node:fs";

const endings = [".html", ".py", ".sh", ".txt"];

/** For esbuild. */
export const textLoaders = Object.fromEntries(endings.map((ending) => [ending, "text"]));

/** The plugin for the tests. */
export const viteTexts = {
  name: "texts",
  enforce: "pre",
  load: (id) =>
    endings.some((ending) => id.endsWith(ending))
      ? `export default ${JSON.stringify(readFileSync(id, "utf8"))};`
      : null,
};
