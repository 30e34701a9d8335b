import { build } from "esbuild";
import { expect, test } from "vitest";
import { radixWithoutNames } from "../build/radix-names.mjs";

test("what a page does not use of Radix is not in its bundle", async () => {
  const { outputFiles } = await build({
    stdin: {
      contents:
        'import { createCollection } from "@radix-ui/react-collection"; createCollection("a");',
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    format: "esm",
    external: ["react", "react/jsx-runtime"],
    plugins: [radixWithoutNames],
    write: false,
  });
  const code = outputFiles.map(({ text }) => text).join("");
  expect(code).toContain("createCollection");
  // The package's other collection, which nothing imports.
  expect(code).not.toContain("extends Map");
});
