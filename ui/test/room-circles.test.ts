/** Rooms within a layer, and those of a feature, import each other one way. */
import path from "node:path";
import { expect, test } from "vitest";
import { type Imports, readImports } from "./imports.ts";

/** Rooms that still import each other. */
const known = [
  ["features/settings", "features/settings/transfer"],
  [
    "features/voice",
    "features/voice/listening",
    "features/voice/testing",
    "features/voice/training",
  ],
];

/** The sets of rooms that can be reached from each other, each in the order of their names. */
function circlesOf(imports: Imports): string[][] {
  const next = new Map<string, Set<string>>();
  for (const [file, imported] of imports) {
    const room = path.dirname(file);
    const others = imported.map(path.dirname).filter((other) => other !== room);
    next.set(room, new Set([...(next.get(room) ?? []), ...others]));
  }
  const reached = (from: string) => {
    const found = new Set<string>();
    const look = [from];
    for (let room = look.pop(); room !== undefined; room = look.pop()) {
      for (const other of next.get(room) ?? []) {
        if (!found.has(other)) look.push(other);
        found.add(other);
      }
    }
    return found;
  };
  const from = new Map([...next.keys()].map((room) => [room, reached(room)]));
  const circles = [...from.keys()].map((room) =>
    [...from.keys()].filter((other) => from.get(room)?.has(other) && from.get(other)?.has(room)),
  );
  const named = circles.filter((circle) => circle.length > 0).map((circle) => circle.sort());
  return [...new Map(named.map((circle) => [circle.join(), circle])).values()];
}

test("two rooms that import each other, and three in a row, are found", () => {
  const pair = [
    ["x/a/one.ts", ["x/b/two.ts"]],
    ["x/b/three.ts", ["x/a/four.ts"]],
    ["x/five.ts", ["x/a/one.ts"]],
  ] as const;
  expect(circlesOf(pair)).toEqual([["x/a", "x/b"]]);
  const row = [
    ["x/one.ts", ["x/a/two.ts"]],
    ["x/a/two.ts", ["x/b/three.module.css"]],
    ["x/b/three.ts", ["x/four.ts"]],
  ] as const;
  expect(circlesOf(row)).toEqual([["x", "x/a", "x/b"]]);
  expect(circlesOf(row.slice(0, 2))).toEqual([]);
});

test("no rooms import each other but those that are known", () => {
  const inRoom = (to: string) => /^(features|store|platform|components)\//.test(to);
  const imports = readImports()
    .filter(([file]) => inRoom(file))
    .map(([file, imported]) => [file, imported.filter(inRoom)] as const);
  expect(circlesOf(imports)).toEqual(known);
});
