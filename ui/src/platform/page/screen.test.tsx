/** Claims about what on a screen must not be covered. */
import { expect, test, vi } from "vitest";
import { newsBeside } from "./screen.ts";

/** Each element is as high as its `data-at` says, and 300 pixels wide. */
function layOut(html: string): Element {
  document.body.innerHTML = html;
  for (const element of document.querySelectorAll<HTMLElement>("[data-at]")) {
    const box = new DOMRect(0, Number(element.dataset["at"]), 300, 20);
    vi.spyOn(element, "getClientRects").mockReturnValue([box] as unknown as DOMRectList);
    vi.spyOn(element, "getBoundingClientRect").mockReturnValue(box);
  }
  const toast = document.querySelector("li");
  if (toast === null) throw new Error("No toast");
  return toast;
}

test("the title of a lock and the line below it are news, and its other words are not", () => {
  const toast = layOut(`
    <main data-screen="lock">
      <header><h1 data-at="0">Title</h1><p data-at="20">Line</p></header>
      <p data-at="60">Words</p>
    </main>
    <ol><li data-at="100">Toast</li></ol>`);
  expect(newsBeside(toast).map(({ top }) => top)).toEqual([0, 20]);
});
