/** Claims about paths with parameters. */
import { expect, test } from "vitest";
import * as endpoints from "./endpoints.ts";
import * as paths from "./paths.ts";

test("a parameter cannot add a segment or a query to its path", () => {
  expect(paths.giftPage("a/b?c")).toBe(`${paths.gift}/a%2Fb%3Fc`);
  expect(paths.giftActivation("a/b")).toBe(`${paths.giftPage("a/b")}/activate`);
  expect(endpoints.withParameter(endpoints.contact, "../x")).toBe(`${endpoints.contacts}/..%2Fx`);
});
