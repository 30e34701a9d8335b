/** Claims about the list of pages that others build on. */
import { expect, test } from "vitest";
import * as paths from "#content/paths.ts";
import { pages } from "./registry.ts";

test("the worker keeps that document last by which a page knows that everything is kept", () => {
  const kept = Object.values(pages).filter(
    ({ frame, pattern }) => frame === "app" && pattern !== paths.landing,
  );
  expect(kept.at(-1)?.pattern).toBe(paths.postDownload);
});
