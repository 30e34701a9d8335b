/** Claims about the pictures that pages and link previews name. */
import { statSync } from "node:fs";
import { expect, test } from "vitest";
import { realScreens, screenUrl } from "#content/real-screens.ts";
import { pages } from "#pages/registry.ts";

const sizeOf = (path: string) => statSync(new URL(`../public${path}`, import.meta.url)).size;

const previews = Object.values(pages).flatMap(({ head }) =>
  head.preview === null ? [] : [head.preview.path],
);
const screens = realScreens.flatMap(({ scene }) => [
  screenUrl(scene, "light"),
  screenUrl(scene, "dark"),
]);

test.each([...new Set(previews), ...screens])("%s is there, and small", (path) => {
  expect(sizeOf(path)).toBeLessThan(40_000);
});
