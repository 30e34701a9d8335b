/** Claims about when the screen after an emergency is shown. */
import { describe, expect, test } from "vitest";
import { type Ended, isEndShown, isSoundAtRisk, isSoundWaiting } from "./after-rules.ts";

const saved = { stored: 4, unsaved: 0, isOffered: true };
const inMemory = { stored: 0, unsaved: 4, isOffered: false };
const ended: Ended = {
  ...{ id: "e", kind: "real", isByOwner: true, isOwn: true, isShown: true, isAway: true },
  ...{ messages: [], closed: saved },
};
const main = { isMonitor: false, isProtected: false, isCodeAsked: true, isOpen: false };
const settings = { ...main, isProtected: true };
const monitor = { ...main, isMonitor: true };
const unasked = { isCodeAsked: false };

test("until it is left alone it is in the place of every page, and after it was read in that of none", () => {
  for (const place of [main, settings, monitor]) {
    expect(isEndShown({ ...ended, isAway: false }, place)).toBe(true);
    expect(isEndShown({ ...ended, isShown: false }, { ...place, isOpen: true })).toBe(false);
    expect(isEndShown(null, place)).toBe(false);
  }
});

test("another document would lose sound that is only in memory, which the heart monitor does not say once the screen was left alone", () => {
  const asking = (closed: Ended["closed"]) =>
    [false, true].flatMap((isAway) =>
      [false, true].map((isMonitor) => isSoundAtRisk({ ...ended, closed, isAway }, isMonitor)),
    );
  expect(asking(inMemory)).toEqual([true, true, true, false]);
  expect(asking({ ...inMemory, isOffered: null })).toEqual([true, true, true, false]);
  expect(asking({ ...inMemory, isOffered: true })).not.toContain(true);
  for (const closed of [saved, null]) expect(asking(closed)).not.toContain(true);
  expect(isSoundAtRisk({ ...ended, closed: inMemory, isShown: false }, false)).toBe(false);
  expect(isSoundAtRisk(null, false)).toBe(false);
});

describe("left alone", () => {
  test("it comes back after the code, and not on the heart monitor", () => {
    for (const closed of [null, saved, inMemory]) {
      const left = { ...ended, closed };
      const shown = [main, settings, monitor].flatMap((place) =>
        [false, true].map((isOpen) => isEndShown(left, { ...place, isOpen })),
      );
      expect(shown).toEqual([false, true, false, true, false, false]);
    }
  });

  test("the main screens say that something waits behind the code while sound is only in memory, and nothing else does", () => {
    const places = [main, settings, monitor].flatMap((place) => [
      place,
      { ...place, isOpen: true },
      { ...place, ...unasked },
    ]);
    const waiting = (left: Ended | null) =>
      places.filter((place) => isSoundWaiting(left, place)).map((place) => places.indexOf(place));
    expect(waiting({ ...ended, closed: inMemory })).toEqual([0]);
    for (const closed of [saved, null]) expect(waiting({ ...ended, closed })).toEqual([]);
    expect(waiting({ ...ended, closed: inMemory, isAway: false })).toEqual([]);
    expect(waiting({ ...ended, closed: inMemory, isShown: false })).toEqual([]);
    expect(waiting(null)).toEqual([]);
  });

  test("who is asked for no code has it with the settings, and everywhere but on the heart monitor while sound is only in memory", () => {
    const places = [main, settings, monitor].map((place) => ({ ...place, ...unasked }));
    const shown = (closed: Ended["closed"]) =>
      places.map((place) => isEndShown({ ...ended, closed }, place));
    expect([shown(saved), shown(null), shown(inMemory)]).toEqual([
      [false, true, false],
      [false, true, false],
      [true, true, false],
    ]);
  });
});
