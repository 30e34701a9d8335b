/** Claims about HTML that is kept for the next render. */
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { keepsHtml } from "./kept.ts";
import { renderHtml } from "./render.ts";

let renders = 0;
const Counted = ({ words }: { readonly words: string }) => {
  renders += 1;
  return <div>{words}</div>;
};
const Kept = keepsHtml(Counted);

test("kept HTML is rendered again only where a prop has changed, and always as React renders it", () => {
  const counts = ["a", "a", "b", "b", "a"].map((words) => {
    const node = createElement("p", {}, "1", createElement(Kept, { words }), "2");
    const html = renderHtml(node);
    const own = renders;
    expect(html).toBe(renderToString(node));
    renders = own;
    return own;
  });
  expect(counts).toEqual([1, 1, 2, 2, 3]);
});
