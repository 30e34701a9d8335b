/** Claims about when a document's scripts may read it. */
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { markLeaving, unmarkLeaving } from "#platform/page/leaving.ts";
import { whenParsed } from "./page-document.ts";

beforeEach(unmarkLeaving);

/** The document is still being parsed; returns how it ends. */
function parsing(): () => void {
  const state = vi.spyOn(document, "readyState", "get").mockReturnValue("loading");
  onTestFinished(() => state.mockRestore());
  return () => {
    state.mockReturnValue("interactive");
    document.dispatchEvent(new Event("DOMContentLoaded"));
  };
}

/** After everything that is due. */
const later = () => new Promise((resolve) => setTimeout(resolve));

test("a document that is parsed may be read at once, and another one when it is", async () => {
  await whenParsed();
  const end = parsing();
  const parsed = vi.fn();
  void whenParsed().then(parsed);
  await later();
  expect(parsed).not.toHaveBeenCalled();
  end();
  await later();
  expect(parsed).toHaveBeenCalledOnce();
});

test("a document that is left while it is parsed is not read, because the browser ends it before its data", async () => {
  const end = parsing();
  const parsed = vi.fn();
  void whenParsed().then(parsed);
  markLeaving();
  end();
  await later();
  expect(parsed).not.toHaveBeenCalled();
});
