/** Claims about listening on little charge. */
import { expect, test } from "vitest";
import { isShownRed, powerPolicy } from "./power-policy.ts";

test.each([
  [0.19, false, true, 5_000],
  [0.19, true, false, 3_000],
  [0.2, false, false, 3_000],
  [0.49, false, false, 3_000],
  [0.5, false, false, 1_000],
  [1, true, false, 1_000],
])(
  "a level of %d, charging %s, is low power %s with an interval of %d ms",
  (level, isCharging, isLowPower, intervalMs) => {
    expect(powerPolicy({ level, isCharging })).toEqual({ isLowPower, intervalMs });
  },
);

test("a device that does not report its battery listens without pauses", () => {
  expect(powerPolicy(null)).toEqual({ isLowPower: false, intervalMs: 1_000 });
});

test("the charge is red only under 20 percent", () => {
  expect([isShownRed(0.199), isShownRed(0.2)]).toEqual([true, false]);
});
