/** Claims about wrong codes and closed screens. */
import { describe, expect, test } from "vitest";
import { lockouts } from "#content/limits.ts";
import {
  attemptsLeft,
  countdownText,
  counted,
  elapsed,
  isLockedOut,
  minutesLeft,
  NO_LOCKOUT,
  uncounted,
} from "./lockout.ts";

const tries = (count: number, limits: { attempts: number; lockoutMs: number }) =>
  Array.from({ length: count }).reduce<typeof NO_LOCKOUT>(
    (row) => counted(row, limits),
    NO_LOCKOUT,
  );

describe.each([
  ["lockScreen", 5, 300_000],
  ["overlay", 5, 300_000],
  ["securityCode", 3, 30_000],
] as const)("%s", (screen, attempts, lockoutMs) => {
  const limits = lockouts[screen];

  test(`closes at try ${attempts} and not before`, () => {
    expect(isLockedOut(tries(attempts - 1, limits))).toBe(false);
    expect(attemptsLeft(tries(attempts - 1, limits), limits)).toBe(1);
    expect(tries(attempts, limits)).toEqual({ failedAttempts: attempts, remainingMs: lockoutMs });
  });

  test("stays closed until the app was open long enough, then gives every try back", () => {
    const closed = tries(attempts, limits);
    expect(isLockedOut(elapsed(closed, lockoutMs - 1))).toBe(true);
    expect(elapsed(closed, lockoutMs)).toEqual(NO_LOCKOUT);
  });

  test("tries while closed neither count nor prolong", () => {
    const closed = elapsed(tries(attempts, limits), 10_000);
    expect(counted(closed, limits)).toBe(closed);
  });
});

test("a code that is no attempt takes its count back, even as the last one", () => {
  const limits = lockouts.lockScreen;
  expect(uncounted(tries(5, limits))).toEqual({ failedAttempts: 4, remainingMs: 0 });
});

test("time that runs backwards opens nothing", () => {
  const closed = tries(5, lockouts.overlay);
  expect(elapsed(closed, -86_400_000)).toBe(closed);
});

test("the time left is written as minutes on the lock screen and as mm:ss on the overlay", () => {
  const closed = { failedAttempts: 5, remainingMs: 299_001 };
  expect(minutesLeft(closed)).toBe(5);
  expect(countdownText(closed)).toBe("05:00");
  expect(countdownText({ ...closed, remainingMs: 61_000 })).toBe("01:01");
});

test("no sequence of tries and time allows more than five tries in five open minutes", () => {
  let seed = 7;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  let row = NO_LOCKOUT;
  let now = 0;
  const checked: number[] = [];
  for (let count = 0; count < 20_000; count += 1) {
    if (random() < 0.5) {
      if (!isLockedOut(row)) {
        checked.push(now);
      }
      row = counted(row, lockouts.lockScreen);
    } else {
      const ms = Math.floor(random() * 20_000) - 5_000;
      now += Math.max(0, ms);
      row = elapsed(row, ms);
    }
  }
  for (let index = 9; index < checked.length; index += 1) {
    // Ten tries hold at least one whole lockout between them.
    expect((checked[index] ?? 0) - (checked[index - 9] ?? 0)).toBeGreaterThanOrEqual(300_000);
  }
});
