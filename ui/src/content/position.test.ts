/** Claims about the age of positions, and about which of two is sent. */
import { describe, expect, test } from "vitest";
import { fakeClock } from "#test/fake-clock.ts";
import { chooseLocation, isBetterPosition, plusCode, takenWhen, usefulForMs } from "./position.ts";

const here = { latitude: 1, longitude: 2, accuracy: 12, timestamp: 1_000_000, takenAt: 50_000 };
const at = (ageMs: number) => ({ wall: here.timestamp + ageMs, running: here.takenAt + ageMs });

test.each([
  [0, "fresh"],
  [60_000, "fresh"],
  [60_001, "aged"],
  [900_000, "aged"],
  [900_001, "none"],
] as const)("a position of %i ms ago is %s", (age, kind) => {
  expect(chooseLocation(here, at(age)).kind).toBe(kind);
});

test.each([
  ["a clock that nobody touched", 0],
  ["a clock that was set back since", -3_600_000],
  ["a clock that was set on a little", 500_000],
])("a position is useful for as long as is said, by %s", (_clock, byMs) => {
  const later = (ms: number) => {
    const { wall, running } = at(ms);
    return { wall: wall + byMs, running };
  };
  const leftMs = usefulForMs(here, later(200_000));
  expect(chooseLocation(here, later(200_000 + leftMs)).kind).not.toBe("none");
  expect(chooseLocation(here, later(200_001 + leftMs)).kind).toBe("none");
});

test("no position is none", () => {
  expect(chooseLocation(null, at(0)).kind).toBe("none");
});

/** A position that is taken now. */
const taken = (clock: ReturnType<typeof fakeClock>, accuracy = 12) => {
  const { wall, running } = clock.moment();
  return { latitude: 1, longitude: 2, accuracy, timestamp: wall, takenAt: running ?? 0 };
};

describe("a phone that slept for 50 minutes", () => {
  test("does not send the position from before, which a running clock would call 10 s old", async () => {
    const clock = fakeClock();
    const before = taken(clock);
    clock.sleep(50 * 60_000);
    await clock.advance(10_000);
    expect(chooseLocation(before, clock.moment())).toEqual({ kind: "none" });
  });

  test("prefers a coarse position of now to an accurate one from before", async () => {
    const clock = fakeClock();
    const before = taken(clock);
    clock.sleep(50 * 60_000);
    await clock.advance(1_000);
    expect(isBetterPosition(taken(clock, 2_000), before)).toBe(true);
    expect(isBetterPosition(before, taken(clock, 2_000))).toBe(false);
  });
});

describe("a clock that was changed", () => {
  const hour = 3_600_000;

  test("makes positions from before old, because the phone may as well have slept", () => {
    const on = { ...at(1_000), wall: here.timestamp + hour };
    expect(chooseLocation(here, on).kind).toBe("none");
  });

  test("leaves the age unknown where it was set back", () => {
    const back = { ...at(600_000), wall: here.timestamp - hour };
    expect(chooseLocation(here, back)).toMatchObject({ kind: "aged", ageMs: null });
    const next = { ...here, accuracy: 900, timestamp: back.wall, takenAt: here.takenAt + 1_000 };
    expect(isBetterPosition(next, here)).toBe(true);
  });

  test("makes no position useful that is too old by the running clock", () => {
    const back = { ...at(1_000_000), wall: here.timestamp - hour };
    expect(chooseLocation(here, back).kind).toBe("none");
  });

  test("leaves the age unknown where there is no running clock", () => {
    const { takenAt: _, ...stored } = here;
    const now = { wall: stored.timestamp - 600_000, running: 5 };
    expect(chooseLocation(stored, now)).toMatchObject({ kind: "aged", ageMs: null });
  });
});

/** A generator of numbers from 0 to 1, the same at each run. */
function drawing(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

test.each(["sleeps, and its clock is set on", "is awake, and its clock is set on and back"])(
  "whatever happens to a phone that %s, no position is said to be newer than it is",
  (phone) => {
    const canSleep = phone.startsWith("sleeps");
    const draw = drawing(7);
    for (let round = 0; round < 300; round += 1) {
      const clock = fakeClock();
      const position = taken(clock);
      let ageMs = 0;
      for (let step = 0; step < 8; step += 1) {
        const ms = Math.floor(draw() ** 4 * 1_200_000);
        const kind = Math.floor(draw() * 3);
        if (kind < 2) ageMs += ms;
        if (kind === 0) clock.freeze(ms);
        if (kind === 1) (canSleep ? clock.sleep : clock.freeze)(ms);
        if (kind === 2) clock.changeWallTime(canSleep || draw() < 0.5 ? ms : -ms);
        const choice = chooseLocation(position, clock.moment());
        if (choice.kind === "none" || choice.ageMs === null) continue;
        expect(choice.ageMs).toBeGreaterThanOrEqual(ageMs);
        expect(choice.kind === "fresh").toBe(choice.ageMs <= 60_000);
      }
    }
  },
);

describe("a position that comes in", () => {
  const now = { wall: 1_000_000, running: 50_000 };
  const receipt = { timestamp: 990_000, maximumAgeMs: 60_000, now, before: now };
  const slept = { wall: now.wall - 3_000_000, running: now.running - 1_000 };

  test("is as old as the browser says", () => {
    expect(takenWhen(receipt)).toEqual({ timestamp: 990_000, takenAt: 40_000 });
  });

  test("is never older than what was asked for, and never from the future", () => {
    expect(takenWhen({ ...receipt, timestamp: 5 })).toMatchObject({ takenAt: -10_000 });
    expect(takenWhen({ ...receipt, timestamp: 9_000_000 })).toMatchObject({ takenAt: 50_000 });
  });

  test("that waited for the end of a sleep is as old as the sleep was long", () => {
    const timestamp = slept.wall + 500;
    expect(takenWhen({ ...receipt, timestamp, before: slept })).toMatchObject({ timestamp });
    expect(takenWhen({ ...receipt, before: slept })).toMatchObject({ timestamp: 990_000 });
  });

  test("counts as old as it may be when the clock was set back", () => {
    const before = { wall: now.wall + 600_000, running: now.running - 1_000 };
    expect(takenWhen({ ...receipt, before })).toMatchObject({ takenAt: -10_000 });
  });
});

describe("of two positions", () => {
  const later = (seconds: number, accuracy: number) => ({
    ...here,
    accuracy,
    timestamp: here.timestamp + seconds * 1000,
    takenAt: here.takenAt + seconds * 1000,
  });

  test.each([
    ["12 m and 8,000 m a second later", 1, 8_000, false],
    ["12 m and 40 m a second later", 1, 40, false],
    ["12 m and 40 m five seconds later", 5, 40, true],
    ["12 m and 12 m later", 1, 12, true],
    ["12 m and 8,000 m a quarter of an hour later", 900, 8_000, true],
    ["12 m and 5 m from a second before", -1, 5, false],
  ])("%s: the better one stays", (_name, seconds, accuracy, isBetter) => {
    expect(isBetterPosition(later(seconds, accuracy), here)).toBe(isBetter);
  });

  test("any is better than none", () => {
    expect(isBetterPosition(later(0, 100_000), null)).toBe(true);
  });
});

// From `test_data/encoding.csv` of the specification, latitude and longitude in degrees.
test.each([
  [20.3700625, 2.7821875, "7FG49QCJ+2V"],
  [47.0000625, 8.0000625, "8FVC2222+22"],
  [-41.2730625, 174.7859375, "4VCPPQGP+Q9"],
  [-89.9999375, -179.9999375, "22222222+22"],
  [1, 1, "6FH32222+22"],
  [1.2, 3.4, "6FH56C22+22"],
  [90, 1, "CFX3X2X2+X2"],
])("the code of %d, %d is %s", (latitude, longitude, code) => {
  expect(plusCode(latitude, longitude)).toBe(code);
});

test("both sides of the date line have one code", () => {
  expect(plusCode(1, 180)).toBe(plusCode(1, -180));
});
