/** Claims about the wizard's and the intro's steps. */
import { expect, test } from "vitest";
import { introStepAt, isWizardDone, nextWizardStep } from "./machine.ts";

test("the wizard goes through its four steps and stays on the last", () => {
  const steps = [0, 1, 2, 3].map(nextWizardStep);
  expect(steps).toEqual([1, 2, 3, 3]);
});

test("the wizard's exits appear on the last step only", () => {
  expect([0, 1, 2, 3].map(isWizardDone)).toEqual([false, false, false, true]);
});

test.each([
  [0, 0],
  [2_999, 0],
  [3_000, 1],
  [6_000, 2],
  [9_000, 3],
  [60_000, 3],
])("after %d ms the intro is at step %d", (elapsedMs, step) => {
  expect(introStepAt(elapsedMs)).toBe(step);
});

test("a tap that continues counts from the step to which it led", () => {
  expect(introStepAt(0, 2)).toBe(2);
  expect(introStepAt(3_000, 2)).toBe(3);
  expect(introStepAt(60_000, 3)).toBe(3);
});
