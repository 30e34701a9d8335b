/** Claims about what the bundler leaves out of libraries. */
import { createRequire } from "node:module";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { shakenLibraries } from "../build/tree-shaking.mjs";

/** The code that is bundled of libraries for `contents`. */
async function bundled(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    format: "esm",
    external: ["react", "react/jsx-runtime", "react-dom"],
    // As the product's build takes it.
    alias: {
      "react-router": createRequire(import.meta.url)
        .resolve("react-router")
        .replace(/dist\/.*$/, "dist/production/index.mjs"),
    },
    plugins: [shakenLibraries],
    write: false,
  });
  return outputFiles.map(({ text }) => text).join("");
}

test("what a page does not use of Radix is not in its bundle", async () => {
  const code = await bundled(
    'import { createCollection } from "@radix-ui/react-collection"; createCollection("a");',
  );
  expect(code).toContain("createCollection");
  // The package's other collection, which nothing imports.
  expect(code).not.toContain("extends Map");
});

test("the router's links and forms are not in a bundle that has none", async () => {
  const router = await bundled(
    'import { BrowserRouter, Routes } from "react-router"; console.log(BrowserRouter, Routes);',
  );
  expect(router).toContain("createBrowserHistory");
  expect(router).not.toMatch(/NavLink|useSubmit|ScrollRestoration/);
});
