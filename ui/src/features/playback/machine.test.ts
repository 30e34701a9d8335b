/** Claims about playing recordings. */
import { expect, test } from "vitest";
import { nextPlaying } from "./machine.ts";

test("pressing play on a second recording stops the first", () => {
  expect(nextPlaying("first", { type: "pressed", id: "second" })).toBe("second");
});

test("pressing the active recording stops it", () => {
  expect(nextPlaying("first", { type: "pressed", id: "first" })).toBeNull();
});

test.each(["finished", "removed"] as const)("a recording that %s is not playing", (type) => {
  expect(nextPlaying("first", { type, id: "first" })).toBeNull();
});

test("a late end of the previous recording does not stop the current one", () => {
  expect(nextPlaying("second", { type: "finished", id: "first" })).toBe("second");
});
