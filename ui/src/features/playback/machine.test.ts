/** Claims about playing recordings. */
import { expect, test } from "vitest";
import { nextPlaying } from "./machine.ts";

test("pressing play on a second recording stops the first", () => {
  expect(nextPlaying("first", { type: "pressed", id: "second" })).toBe("second");
});

test("pressing the active recording stops it", () => {
  expect(nextPlaying("first", { type: "pressed", id: "first" })).toBeNull();
});

test.each(["finished", "failed", "removed"] as const)(
  "a recording that %s plays no more",
  (type) => {
    expect(nextPlaying("first", { type, id: "first" })).toBeNull();
  },
);

test("the late end of the recording before does not stop the one that plays", () => {
  expect(nextPlaying("second", { type: "finished", id: "first" })).toBe("second");
});
