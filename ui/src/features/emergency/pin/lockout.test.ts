/** Claims about wrong codes, and about how long a screen stays closed after too many. */
import { describe, expect, test, vi } from "vitest";
import { lockouts } from "#content/limits.ts";
import { type Lockouts, NO_LOCKOUTS } from "#store/emergency/lockouts.ts";
import { fractionsOf } from "#test/chance.ts";
import { type FakePhone, fakePhone } from "#test/fake-phone.ts";
import {
  attemptsLeft,
  countdownText,
  counted,
  createLockouts,
  elapsed,
  isLockedOut,
  type LockedScreen,
  type Lockout,
  lockoutOf,
  minutesLeft,
  NO_LOCKOUT,
} from "./lockout.ts";

/** The counters after tries on these screens. */
const tries = (...screens: readonly LockedScreen[]) =>
  screens.reduce((all, screen) => counted(screen, all), NO_LOCKOUTS);
const times = (count: number, screen: LockedScreen) => Array.from({ length: count }, () => screen);
const isClosed = (screen: LockedScreen, all: Lockouts) => isLockedOut(lockoutOf(screen, all));

describe.each([
  ["lockScreen", 5, 300_000],
  ["overlay", 5, 300_000],
  ["securityCode", 3, 30_000],
] as const)("%s", (screen, attempts, lockoutMs) => {
  const closed = tries(...times(attempts, screen));

  test(`closes at try ${attempts} and not before`, () => {
    const before = tries(...times(attempts - 1, screen));
    expect(isClosed(screen, before)).toBe(false);
    expect(attemptsLeft(screen, before)).toBe(1);
    const row: Lockout = { failedAttempts: attempts, remainingMs: lockoutMs };
    expect(lockoutOf(screen, closed)).toEqual(row);
  });

  test("stays closed until the app was open long enough, then gives every try back", () => {
    const row = lockoutOf(screen, closed);
    expect(isLockedOut(elapsed(row, lockoutMs - 1))).toBe(true);
    expect(elapsed(row, lockoutMs)).toEqual(NO_LOCKOUT);
  });

  test("a try while it is closed neither counts nor prolongs", () => {
    expect(counted(screen, closed)).toBe(closed);
  });
});

describe("guessing on several screens", () => {
  test.each([
    [["securityCode", "securityCode", "lockScreen", "overlay", "lockScreen"]],
    [["lockScreen", "lockScreen", "lockScreen", "lockScreen", "securityCode"]],
    [["overlay", "securityCode", "overlay", "securityCode", "overlay"]],
  ] as const)("gains nothing: the fifth of %j closes all of them for five minutes", (screens) => {
    const all = tries(...screens);
    for (const screen of ["lockScreen", "overlay", "securityCode"] as const) {
      expect(lockoutOf(screen, all).remainingMs).toBe(300_000);
    }
  });

  test("goes on where the security code screen reopens after 30 s: two more tries, not three", () => {
    const closed = tries(...times(3, "securityCode"));
    expect(attemptsLeft("lockScreen", closed)).toBe(2);
    const reopened = { ...closed, securityCode: elapsed(closed.securityCode, 30_000) };
    expect(attemptsLeft("securityCode", reopened)).toBe(2);
    const guessed = counted("securityCode", counted("securityCode", reopened));
    expect(lockoutOf("securityCode", guessed).remainingMs).toBe(300_000);
  });

  test("leaves the lock open while only the security code screen is closed", () => {
    expect(isClosed("lockScreen", tries(...times(3, "securityCode")))).toBe(false);
  });
});

test("a clock that runs backwards opens nothing", () => {
  const closed = lockoutOf("overlay", tries(...times(5, "overlay")));
  expect(elapsed(closed, -86_400_000)).toBe(closed);
});

test("the time left is written as minutes on the lock screen and as mm:ss on the overlay", () => {
  const closed = { failedAttempts: 5, remainingMs: 299_001 };
  expect(minutesLeft(closed)).toBe(5);
  expect(countdownText(closed)).toBe("05:00");
  expect(countdownText({ ...closed, remainingMs: 61_000 })).toBe("01:01");
});

test("no sequence of tries on any screens and time allows more than five tries in five open minutes", () => {
  const random = fractionsOf(7);
  let all = NO_LOCKOUTS;
  const screens = ["lockScreen", "overlay", "securityCode"] as const;
  let now = 0;
  const checked: number[] = [];
  for (let count = 0; count < 20_000; count += 1) {
    if (random() < 0.5) {
      const screen = screens[Math.floor(random() * screens.length)] ?? "overlay";
      if (!isClosed(screen, all)) checked.push(now);
      all = counted(screen, all);
    } else {
      const ms = Math.floor(random() * 20_000) - 5_000;
      now += Math.max(0, ms);
      all = {
        emergency: elapsed(all.emergency, ms),
        securityCode: elapsed(all.securityCode, ms),
      };
    }
  }
  for (let index = 9; index < checked.length; index += 1) {
    // Ten tries hold at least one whole lockout between them.
    expect((checked[index] ?? 0) - (checked[index - 9] ?? 0)).toBeGreaterThanOrEqual(300_000);
  }
});

describe("the clock of a lockout", () => {
  let phone: FakePhone;
  const remaining = () => phone.lockouts.emergency.remainingMs;

  /** A phone whose lock screen has just been closed for five minutes, in one tab that counts. */
  async function closedPhone() {
    phone = fakePhone();
    phone.lockouts = {
      ...phone.lockouts,
      emergency: { failedAttempts: 5, remainingMs: lockouts.lockScreen.lockoutMs },
    };
    const tab = phone.openTab();
    const counters = createLockouts(tab.devices);
    const stop = counters.start();
    await phone.clock.advance(0);
    return { tab, counters, stop };
  }

  test("runs out after five minutes of an open app, and gives every try back", async () => {
    const { counters } = await closedPhone();
    await phone.clock.advance(299_000);
    expect(isLockedOut(counters.known.get().emergency)).toBe(true);
    await phone.clock.advance(1_000);
    expect(counters.known.get().emergency).toEqual(NO_LOCKOUT);
  });

  test("is not shortened by setting the wall clock forward", async () => {
    await closedPhone();
    phone.clock.changeWallTime(86_400_000);
    await phone.clock.advance(10_000);
    expect(remaining()).toBe(290_000);
  });

  test("stands still while the app is hidden", async () => {
    const { tab } = await closedPhone();
    await tab.setVisible(false);
    await phone.clock.advance(60_000);
    expect(remaining()).toBe(300_000);
    await tab.setVisible(true);
    await phone.clock.advance(10_000);
    expect(remaining()).toBe(290_000);
  });

  test("is not read because the page gets hidden, but when it is shown", async () => {
    await closedPhone();
    const tab = phone.openTab();
    const read = vi.spyOn(tab.devices, "readLockouts");
    createLockouts(tab.devices).start();
    read.mockClear();
    await tab.setVisible(false);
    expect(read).not.toHaveBeenCalled();
    await tab.setVisible(true);
    expect(read).toHaveBeenCalledTimes(1);
  });

  test("does not count the time in which the page was frozen", async () => {
    await closedPhone();
    phone.clock.freeze(3_600_000);
    await phone.clock.advance(10_000);
    expect(remaining()).toBeGreaterThanOrEqual(290_000);
  });

  test("is neither shortened by sleep nor by a clock that is set, in whatever order", async () => {
    const random = fractionsOf(11);
    for (let round = 0; round < 20; round += 1) {
      await closedPhone();
      let openMs = 0;
      for (let step = 0; step < 12; step += 1) {
        const ms = Math.floor(random() * 3_600_000);
        const open = Math.floor(random() * 15) * 1_000;
        [phone.clock.sleep, phone.clock.freeze, phone.clock.changeWallTime][step % 3]?.(
          random() < 0.5 && step % 3 === 2 ? -ms : ms,
        );
        await phone.clock.advance(open);
        openMs += open;
        expect(remaining()).toBeGreaterThanOrEqual(300_000 - openMs);
      }
    }
  });

  test("runs once for several tabs, and goes on in another when the counting one closes", async () => {
    const { tab } = await closedPhone();
    const other = createLockouts(phone.openTab().devices);
    other.start();
    await phone.clock.advance(10_000);
    expect(remaining()).toBe(290_000);
    expect(other.known.get().emergency.remainingMs).toBeLessThanOrEqual(291_000);
    await tab.close();
    await phone.clock.advance(10_000);
    expect(remaining()).toBe(280_000);
  });

  test("goes on in the visible tab when the one that counted is hidden, and in one alone", async () => {
    const { tab } = await closedPhone();
    createLockouts(phone.openTab().devices).start();
    await phone.clock.advance(10_000);
    await tab.setVisible(false);
    await phone.clock.advance(10_000);
    expect(remaining()).toBe(280_000);
    await tab.setVisible(true);
    await phone.clock.advance(10_000);
    expect(remaining()).toBe(270_000);
  });

  test("begins in a tab that was opened hidden once that is shown", async () => {
    const { stop } = await closedPhone();
    stop();
    const late = phone.openTab();
    await late.setVisible(false);
    createLockouts(late.devices).start();
    await phone.clock.advance(10_000);
    expect(remaining()).toBe(300_000);
    await late.setVisible(true);
    await phone.clock.advance(10_000);
    expect(remaining()).toBe(290_000);
  });

  test("has no timer while no screen is closed, and runs from the moment that one is", async () => {
    phone = fakePhone();
    const counters = createLockouts(phone.openTab().devices);
    counters.start();
    await phone.clock.advance(60_000);
    expect(phone.clock.waiting()).toBe(0);
    await counters.change(() => tries(...times(5, "lockScreen")));
    await phone.clock.advance(10_000);
    expect(remaining()).toBe(290_000);
    await phone.clock.advance(290_000);
    expect(phone.clock.waiting()).toBe(0);
  });

  test("stops with the page, and leaves no timer", async () => {
    const { stop } = await closedPhone();
    stop();
    expect(phone.clock.waiting()).toBe(0);
    await phone.clock.advance(10_000);
    expect(remaining()).toBe(300_000);
  });
});
