/** Claims about the emergency numbers that a lock shows. */
import { afterEach, expect, test } from "vitest";
import { callNumbersKey } from "#content/device-records.ts";
import { emergencyNumbers } from "#content/limits.ts";
import { callNumbersText } from "./call-numbers.ts";

afterEach(() => localStorage.removeItem(callNumbersKey));

test.each(["110 112", "111"])("the stored numbers %j are those of the lock", (stored) => {
  localStorage.setItem(callNumbersKey, stored);
  expect(callNumbersText()).toBe(stored);
});

test.each([null, "", " ", "110  112", "*21*5550100#", "none"])(
  "where %j is stored, the lock has the numbers of the specification",
  (stored) => {
    if (stored !== null) localStorage.setItem(callNumbersKey, stored);
    expect(callNumbersText()).toBe(emergencyNumbers);
  },
);
