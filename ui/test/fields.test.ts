/** Every field that takes text is made with the shared component, which keeps the phone from altering what is typed. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const source = fileURLToPath(new URL("../src", import.meta.url));

/** The fields in the sources, as they are written there, each with its file. */
const controls = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".tsx") && !file.endsWith(".test.tsx"))
  .flatMap((file) => {
    const text = readFileSync(path.join(source, file), "utf8");
    return [...text.matchAll(/<(?:input|textarea)\b[\s\S]*?\/>/g)].map(
      ([tag]) => [file, tag] as const,
    );
  });

/** What takes no text, or digits that it shows as bullets. */
const otherwise = /type="(?:hidden|checkbox|radio)"|\{\.\.\.(?:masked|useMaskedDigits\()/;

test("text is typed into the shared fields only", () => {
  const others = controls.filter(
    ([file, tag]) => file !== "components/form/field.tsx" && !otherwise.test(tag),
  );
  expect(controls.length).toBeGreaterThan(10);
  expect(others).toEqual([]);
});
