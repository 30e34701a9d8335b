/** Claims about guessing the own PIN that hold for any sequence of what somebody with the phone can do. */
import { describe, expect, test } from "vitest";
import { lockouts } from "#content/limits.ts";
import { demoPin, type EmergencyApp, ownPin, startApp } from "#test/emergency-app.ts";
import { type FakePhone, fakePhone } from "#test/fake-phone.ts";
import type { LockedScreen } from "./lockout.ts";

const screens = Object.keys(lockouts) as LockedScreen[];
const { attempts, lockoutMs } = lockouts.lockScreen;

/** Somebody who has the phone and does not know the PIN. */
interface Guesser {
  readonly phone: FakePhone;
  apps: EmergencyApp[];
  /** When a wrong code was looked at, in milliseconds of time with the app open. */
  readonly looks: number[];
  openMs: number;
}

type Move = (guesser: Guesser, random: () => number) => Promise<void>;

const oneOf = <T>(list: readonly T[], random: () => number): T =>
  list[Math.floor(random() * list.length)] as T;

const type = async (guesser: Guesser, random: () => number, pin: string) => {
  const outcome = await oneOf(guesser.apps, random).controller.submitPin(
    oneOf(screens, random),
    pin,
    false,
  );
  await guesser.phone.clock.advance(0);
  if (outcome === "wrong") guesser.looks.push(guesser.openMs);
};

/** Lets time pass with the app open, in steps that the lockout's clock counts. */
const stay = async (guesser: Guesser, seconds: number) => {
  await guesser.phone.clock.advance(seconds * 1_000);
  guesser.openMs += seconds * 1_000;
};

const moves: readonly Move[] = [
  (guesser, random) => type(guesser, random, "0000"),
  (guesser, random) => type(guesser, random, "111111"),
  (guesser, random) => type(guesser, random, demoPin),
  async ({ apps, phone }, random) => {
    oneOf(apps, random).trigger(oneOf(["real", "test"] as const, random));
    await phone.clock.advance(0);
  },
  (guesser, random) => stay(guesser, oneOf([1, 31, 120], random)),
  /** Reloads one of the tabs. */
  async (guesser, random) => {
    const app = oneOf(guesser.apps, random);
    await app.tab.close();
    guesser.apps = [...guesser.apps.filter((one) => one !== app), await startApp(guesser.phone)];
  },
  /** Opens a second tab, or closes it. */
  async (guesser) => {
    const [, second] = guesser.apps;
    if (second === undefined) guesser.apps.push(await startApp(guesser.phone));
    else {
      await second.tab.close();
      guesser.apps = guesser.apps.filter((one) => one !== second);
    }
  },
];

/** A generator of numbers from 0 to 1 that repeats itself for the same seed (Park and Miller). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** The most wrong codes that were looked at within any stretch of `ms`. */
const mostWithin = (looks: readonly number[], ms: number) =>
  Math.max(
    0,
    ...looks.map((at, index) => looks.slice(index).filter((look) => look < at + ms).length),
  );

describe("somebody who guesses the own PIN", () => {
  test.each(Array.from({ length: 60 }, (_, index) => index + 1))(
    "has five tries in five minutes, whatever else is done meanwhile (sequence %d)",
    async (seed) => {
      const random = randomOf(seed * 7_919);
      const phone = fakePhone();
      const guesser: Guesser = { phone, apps: [await startApp(phone)], looks: [], openMs: 0 };
      for (let count = 0; count < 60; count += 1) await oneOf(moves, random)(guesser, random);
      expect(mostWithin(guesser.looks, lockoutMs)).toBeLessThanOrEqual(attempts);
    },
  );

  test("gets no try back by the public code that ends a test", async () => {
    const phone = fakePhone();
    const app = await startApp(phone);
    for (let round = 0; round < 3; round += 1) {
      app.trigger("test");
      await phone.clock.advance(0);
      for (const pin of ["0000", "1111"]) await app.controller.submitPin("overlay", pin, false);
      expect(await app.controller.submitPin("overlay", demoPin, false)).toBe("demo");
    }
    expect(phone.lockouts.emergency).toEqual({ failedAttempts: attempts, remainingMs: lockoutMs });
    app.trigger("test");
    await phone.clock.advance(0);
    expect(await app.controller.submitPin("overlay", ownPin, false)).toBe("locked-out");
  });
});
