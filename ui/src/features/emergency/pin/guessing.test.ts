/** Claims about guessing the own PIN that hold for any sequence of what somebody with the phone can do. */
import { describe, expect, test } from "vitest";
import { lockouts } from "#content/limits.ts";
import { fractionsOf } from "#test/chance.ts";
import { demoPin, type EmergencyApp, ownPin, startApp } from "#test/emergency-app.ts";
import { type FakePhone, fakePhone } from "#test/fake-phone.ts";
import type { LockedScreen } from "./lockout.ts";

const screens = Object.keys(lockouts) as LockedScreen[];
const { attempts, lockoutMs } = lockouts.lockScreen;

/** Somebody who has the phone and does not know the PIN. */
interface Guesser {
  readonly phone: FakePhone;
  apps: EmergencyApp[];
  /** When a wrong code was first looked at, in milliseconds of time with the app open. No code is typed twice. */
  readonly looks: Map<string, number>;
  typed: number;
  openMs: number;
  /** How long comparing a code takes, in milliseconds. */
  hashMs: number;
  /** Whether a real emergency was ever on, even for a moment. */
  wasReal: boolean;
}

type Move = (guesser: Guesser, random: () => number) => Promise<void>;

const oneOf = <T>(list: readonly T[], random: () => number): T =>
  list[Math.floor(random() * list.length)] as T;

/** Opens a tab whose comparisons of codes are noted, and take their time. */
async function openTab(guesser: Guesser): Promise<void> {
  const { phone, looks } = guesser;
  const app = await startApp(phone);
  const { matchesPin } = app.tab.devices;
  const noted: typeof matchesPin = async (pin, ownPin) => {
    if (pin !== demoPin && !looks.has(pin)) looks.set(pin, guesser.openMs);
    if (guesser.hashMs > 0) {
      await new Promise<void>((resolve) => phone.clock.after(guesser.hashMs, resolve));
    }
    return matchesPin(pin, ownPin);
  };
  Object.assign(app.tab.devices, { matchesPin: noted });
  app.controller.subscribe(() => {
    guesser.wasReal ||= app.emergency()?.kind === "real";
  });
  guesser.apps.push(app);
}

async function closeTab(guesser: Guesser, app: EmergencyApp): Promise<void> {
  await app.tab.close();
  guesser.apps = guesser.apps.filter((one) => one !== app);
}

/** A code of four digits that is not the own PIN, which has six, nor the demo PIN. */
const nextGuess = (guesser: Guesser) => {
  guesser.typed += 1;
  return String(5_000 + guesser.typed);
};

const type = async (guesser: Guesser, random: () => number, pin: string) => {
  const { controller } = oneOf(guesser.apps, random);
  const screen = oneOf(screens, random);
  await controller.submitPin(screen, pin, false);
  await guesser.phone.clock.advance(0);
};

/** Lets time pass with the app open, in steps that the lockout's clock counts. */
const stay = async (guesser: Guesser, ms: number) => {
  await guesser.phone.clock.advance(ms);
  guesser.openMs += ms;
};

/** Does something in one of the tabs while codes are compared slowly, until all of it is done. */
const whileTrying = async (guesser: Guesser, tries: () => Promise<unknown>, act: () => void) => {
  guesser.hashMs = 300;
  let isDone = false;
  const trying = tries().finally(() => {
    isDone = true;
  });
  await stay(guesser, 100);
  act();
  // A code is compared again where another own PIN counts meanwhile.
  while (!isDone) await stay(guesser, 100);
  await trying;
  guesser.hashMs = 0;
};

const moves: readonly Move[] = [
  (guesser, random) => type(guesser, random, nextGuess(guesser)),
  (guesser, random) => type(guesser, random, nextGuess(guesser)),
  (guesser, random) => type(guesser, random, demoPin),
  /** Asks whether a code is the PIN, as the form for another one does. */
  async (guesser, random) => {
    const pin = oneOf([nextGuess(guesser), demoPin], random);
    expect(await oneOf(guesser.apps, random).controller.checkPin(pin)).toBe(false);
  },
  async ({ apps, phone }, random) => {
    oneOf(apps, random).trigger(oneOf(["real", "test", "test", "test"] as const, random));
    await phone.clock.advance(0);
  },
  /** While a code is tried, a spoken word begins an emergency, or makes a test a real one. */
  (guesser, random) => {
    const { tab, controller } = oneOf(guesser.apps, random);
    const pin = oneOf([nextGuess(guesser), demoPin, demoPin], random);
    const word = { triggeredBy: "voice", safeWordUsed: "help" } as const;
    const tries = () => controller.submitPin(oneOf(screens, random), pin, true);
    return whileTrying(guesser, tries, () => {
      if (random() < 0.3) tab.announce(word);
    });
  },
  /** Two codes at once, in the same tab or in two. */
  (guesser, random) => {
    const pins = [oneOf([nextGuess(guesser), demoPin], random), nextGuess(guesser)];
    const tries = () => Promise.all(pins.map((pin) => type(guesser, random, pin)));
    return whileTrying(guesser, tries, () => undefined);
  },
  (guesser, random) => stay(guesser, oneOf([1_000, 31_000, 120_000], random)),
  /** Sets the clock, lets the phone sleep, or has the page frozen: none of it is time with the app open. */
  async ({ phone }, random) => {
    oneOf(
      [
        () => phone.clock.changeWallTime(oneOf([-86_400_000, 86_400_000], random)),
        () => phone.clock.sleep(400_000),
        () => phone.clock.freeze(400_000),
      ],
      random,
    )();
    await phone.clock.advance(0);
  },
  /** Leaves for another app. */
  async ({ apps, phone }) => {
    for (const { tab } of apps) await tab.setVisible(false);
    await phone.clock.advance(400_000);
    for (const { tab } of apps) await tab.setVisible(true);
  },
  /** Reloads one of the tabs. */
  async (guesser, random) => {
    await closeTab(guesser, oneOf(guesser.apps, random));
    await openTab(guesser);
  },
  /** Opens a second tab, or closes it. */
  async (guesser) => {
    const [, second] = guesser.apps;
    await (second === undefined ? openTab(guesser) : closeTab(guesser, second));
  },
];

/** The most wrong codes that were looked at within any stretch of `ms`. */
const mostWithin = (looks: readonly number[], ms: number) =>
  Math.max(
    0,
    ...looks.map((at, index) => looks.slice(index).filter((look) => look < at + ms).length),
  );

describe("somebody who guesses the own PIN", () => {
  test.each(Array.from({ length: 40 }, (_, index) => index + 1))(
    "has five tries in five minutes and ends no real emergency, whatever else is done (sequence %d)",
    async (seed) => {
      const random = fractionsOf(seed * 7_919);
      const phone = fakePhone();
      const nothing = { looks: new Map(), typed: 0, openMs: 0, hashMs: 0, wasReal: false };
      const guesser: Guesser = { ...nothing, phone, apps: [] };
      await openTab(guesser);
      for (let count = 0; count < 60; count += 1) {
        await oneOf(moves, random)(guesser, random);
        if (!guesser.wasReal) continue;
        expect(guesser.apps.map((app) => app.emergency()?.kind)).toContain("real");
        expect(phone.mirror).toMatchObject({ isLocked: true, kind: "real" });
      }
      expect(mostWithin([...guesser.looks.values()], lockoutMs)).toBeLessThanOrEqual(attempts);
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
