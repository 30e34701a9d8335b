/** Claims about paths with parameters. */
import { expect, test } from "vitest";
import * as endpoints from "./endpoints.ts";
import * as paths from "./paths.ts";

test("a parameter cannot add a segment or a query to its path", () => {
  expect(paths.giftPage("a/b?c")).toBe(`${paths.gift}/a%2Fb%3Fc`);
  expect(paths.giftActivation("a/b")).toBe(`${paths.giftPage("a/b")}/activate`);
  expect(endpoints.withParameter(endpoints.contact, "../x")).toBe(`${endpoints.contacts}/..%2Fx`);
});

test("a gift's payment returns with both addresses, each in its own parameter", () => {
  const { pathname, searchParams } = new URL(
    paths.giftReturn("a+b@b.co", "f&x=1@b.co"),
    "https://example.org",
  );
  expect(pathname).toBe(paths.downloadSuccess);
  expect([...searchParams]).toEqual([
    ["gift", "true"],
    ["buyer", "a+b@b.co"],
    ["recipient", "f&x=1@b.co"],
  ]);
});
