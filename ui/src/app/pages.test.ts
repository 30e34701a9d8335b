/** Claims about the list of pages that others build on. */
import { expect, test } from "vitest";
import { LAST_KEPT } from "#platform/service-worker.ts";
import { pages } from "./pages.ts";

test("the worker keeps that document last by which a page knows that everything is kept", () => {
  const kept = Object.values(pages).filter(
    ({ frame, pattern }) => frame === "app" && pattern !== "/",
  );
  expect(kept.at(-1)?.pattern).toBe(LAST_KEPT);
});
