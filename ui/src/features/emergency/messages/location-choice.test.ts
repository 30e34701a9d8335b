/** Claims about which position is sent. */
import { expect, test } from "vitest";
import { chooseLocation } from "./location-choice.ts";

const position = { latitude: 1, longitude: 2, accuracy: 3, timestamp: 1_000_000 };

test.each([
  [0, "fresh"],
  [60_000, "fresh"],
  [60_001, "aged"],
  [900_000, "aged"],
  [900_001, "none"],
] as const)("a fix of %i ms ago is %s", (age, kind) => {
  expect(chooseLocation(position, position.timestamp + age).kind).toBe(kind);
});

test("no position is none, and one from the future counts as new", () => {
  expect(chooseLocation(null, 5).kind).toBe("none");
  expect(chooseLocation(position, 0)).toMatchObject({ kind: "fresh", ageMs: 0 });
});
