/** Every path has one home. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import * as endpoints from "#content/endpoints.ts";
import * as paths from "#content/paths.ts";

const src = fileURLToPath(new URL("../src", import.meta.url));
const homes = ["content/paths.ts", "content/endpoints.ts", "wire/api.ts"];

/** Every path as it would begin a text of its own: after a quote, and before its end, a query or a parameter. */
const written = [...Object.values(paths), ...Object.values(endpoints)]
  .filter((value) => typeof value === "string")
  .filter((value) => value !== paths.landing)
  .map((value) => new RegExp(`["'\`]${value.replace(/[.{}]/g, "\\$&")}(?=["'\`?/#$])`));

/** The lines of `text` that write a path. */
function pathsIn(text: string): string[] {
  const lines = text.split("\n").filter((line) => !/^\s*(\/?\*|\/\/|import |\} from )/.test(line));
  return lines.filter((line) => written.some((pattern) => pattern.test(line)));
}

test("no file of the client writes a path a second time", () => {
  const files = readdirSync(src, { recursive: true, encoding: "utf8" });
  const code = files.filter((name) => /\.tsx?$/.test(name) && !homes.includes(name));
  const found = code.flatMap((name) =>
    pathsIn(readFileSync(path.join(src, name), "utf8")).map((line) => `${name}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

test("a path that is written again is found", () => {
  expect(pathsIn(`navigate("${paths.settings}");`)).toHaveLength(1);
  expect(pathsIn(`const link = \`${paths.heartMonitor}?gift=true\`;`)).toHaveLength(1);
  expect(pathsIn(`fetch("${endpoints.contacts}/primary")`)).toHaveLength(1);
  expect(pathsIn(`/** Opens "${paths.settings}". */`)).toEqual([]);
});
