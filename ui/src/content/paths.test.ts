/** The client's paths: their parameters, and that the server has a route for each. The compiler compares the endpoints. */
import { expect, test } from "vitest";
import { routes } from "#wire/routes.ts";
import * as endpoints from "./endpoints.ts";
import * as paths from "./paths.ts";

test("a parameter cannot add a segment or a query to its path", () => {
  expect(paths.giftPage("a/b?c")).toBe(`${paths.gift}/a%2Fb%3Fc`);
  expect(paths.giftActivation("a/b")).toBe(`${paths.giftPage("a/b")}/activate`);
  expect(endpoints.withParameter(endpoints.contact, "../x")).toBe(`${endpoints.contacts}/..%2Fx`);
});

/** Files and folders of the UI build, for which the server has no routes of its own. */
const files: readonly string[] = [
  paths.serviceWorker,
  paths.watchWorker,
  paths.manifest,
  paths.watchManifest,
  paths.favicon,
  paths.assets,
  paths.icons,
];

/** A path with every parameter in the same notation. */
const normal = (path: string): string => path.replace(/:\w+|\{\w+\}/g, "{}");

test("every path of the client is a route of the server", () => {
  const served = routes.map(({ path }) => normal(path));
  const all = Object.values(paths).filter((path) => typeof path === "string");
  const built = [paths.giftPage(":code"), paths.giftActivation(":code")];
  const used = [...all, ...built.map(decodeURIComponent)].filter((path) => !files.includes(path));
  expect(used.filter((path) => !served.includes(normal(path)))).toEqual([]);
});
