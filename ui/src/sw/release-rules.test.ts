/** Claims about which documents belong to a release. */
import { expect, test } from "vitest";
import { isOfRelease } from "./release-rules.ts";

const files = ["/assets/lock-AB12.js", "/assets/page-CD34.js"];
const naming = (...urls: string[]) =>
  urls.map((url) => `<script type="module" src="${url}"></script>`).join("");

test("a document that names files of the release belongs to it", () => {
  expect(isOfRelease(naming(...files), files)).toBe(true);
});

test("one that names another release's file does not", () => {
  expect(isOfRelease(naming("/assets/lock-AB12.js", "/assets/page-EF56.js"), files)).toBe(false);
});

test("one that names no file, as a notice of a proxy, does not", () => {
  expect(isOfRelease("<h1>Back soon</h1>", files)).toBe(false);
});
