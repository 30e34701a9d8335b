/** What is written once in the client's source: each path, and the price. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import * as endpoints from "#content/endpoints.ts";
import * as paths from "#content/paths.ts";
import { price } from "#wire/offer.ts";

const src = fileURLToPath(new URL("../src", import.meta.url));
const homes = [
  "content/paths.ts",
  "content/endpoints.ts",
  "wire/api.ts",
  "wire/routes.ts",
  "wire/page-paths.ts",
];

/** A pattern for each path at the start of a string literal. */
const written = [...Object.values(paths), ...Object.values(endpoints)]
  .filter((value) => typeof value === "string")
  .filter((value) => value !== paths.landing)
  .map((value) => new RegExp(`["'\`]${value.replace(/[.{}]/g, "\\$&")}(?=["'\`?/#$])`));

/** The lines of `text` with a path literal. */
function pathsIn(text: string): string[] {
  const lines = text.split("\n").filter((line) => !/^\s*(\/?\*|\/\/|import |\} from )/.test(line));
  return lines.filter((line) => written.some((pattern) => pattern.test(line)));
}

test("each path is written once", () => {
  const files = readdirSync(src, { recursive: true, encoding: "utf8" });
  const code = files.filter((name) => /\.tsx?$/.test(name) && !homes.includes(name));
  const found = code.flatMap((name) =>
    pathsIn(readFileSync(path.join(src, name), "utf8")).map((line) => `${name}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

test("a path literal is found, and one in a comment is not", () => {
  expect(pathsIn(`navigate("${paths.settings}");`)).toHaveLength(1);
  expect(pathsIn(`const link = \`${paths.heartMonitor}?gift=true\`;`)).toHaveLength(1);
  expect(pathsIn(`fetch("${endpoints.contacts}/primary")`)).toHaveLength(1);
  expect(pathsIn(`/** Opens "${paths.settings}". */`)).toEqual([]);
});

const ui = fileURLToPath(new URL("..", import.meta.url));
/** The amount as a person or a program would write it, and not a part of a longer number. */
const literal = new RegExp(
  `(?<![\\d.])${(price.cents / 100).toFixed(2).replace(".", "\\.")}(?!\\d)`,
);

test("the amount is written in the file that the server generates, and nowhere else", () => {
  const files = ["src", "test", "e2e", "engines", "build"]
    .flatMap((room) => readdirSync(ui + room, { recursive: true }).map((file) => `${room}/${file}`))
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file));
  expect(files.length).toBeGreaterThan(500);
  const found = files.filter((file) => literal.test(readFileSync(ui + file, "utf8")));
  expect(found).toEqual(["src/wire/offer.ts"]);
});
