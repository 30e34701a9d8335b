/** Claims about time by two clocks, of which one may be set and the other may stand still. */
import { describe, expect, test } from "vitest";
import { fakeClock } from "#test/fake-clock.ts";
import { elapsed, hasJumped, jump, later, type Moment, wasSetBack } from "./time.ts";

const minutes = (count: number) => count * 60_000;

/** The moments before and after something happened to a device's clocks. */
async function around(act: (clock: ReturnType<typeof fakeClock>) => unknown) {
  const clock = fakeClock();
  const before = clock.moment();
  await act(clock);
  return [before, clock.moment()] as const;
}

describe.each([
  ["time that passed awake", (clock) => clock.advance(minutes(5)), minutes(5), 0],
  ["a frozen page", (clock) => clock.freeze(minutes(5)), minutes(5), 0],
  [
    "a sleep in which the running clock stands still",
    (clock) => clock.sleep(minutes(50)),
    minutes(50),
    minutes(50),
  ],
  [
    "a wall clock that is set on",
    (clock) => clock.changeWallTime(minutes(60)),
    minutes(60),
    minutes(60),
  ],
  ["a wall clock that is set back", (clock) => clock.changeWallTime(-minutes(60)), 0, -minutes(60)],
  [
    "a wall clock that is set back while time passes",
    async (clock) => {
      await clock.advance(minutes(5));
      clock.changeWallTime(-minutes(60));
    },
    minutes(5),
    -minutes(60),
  ],
] as const satisfies readonly [
  string,
  (clock: ReturnType<typeof fakeClock>) => unknown,
  number,
  number,
][])("%s", (_name, act, passed, apart) => {
  test("counts by the clock that says more, and shows as a jump where they differ", async () => {
    const [from, to] = await around(act);
    expect(elapsed(from, to)).toBe(passed);
    expect(jump(from, to)).toBe(apart);
    expect(hasJumped(from, to)).toBe(apart !== 0);
    expect(wasSetBack(from, to)).toBe(apart < 0);
  });
});

test("a moment before is earlier by the clock that says more", () => {
  const [from, to] = [
    { wall: 91_000, running: 61_000 },
    { wall: 61_000, running: 1_000 },
  ];
  expect(later(from, to)).toBe(-60_000);
  expect(elapsed(from, to)).toBe(0);
});

test("where the running clock is not known, the wall clock counts alone", () => {
  const at = (wall: number, running: number | null): Moment => ({ wall, running });
  expect(elapsed(at(1_000, null), at(61_000, 5))).toBe(60_000);
  expect(later(at(61_000, 7), at(1_000, null))).toBe(-60_000);
  expect(hasJumped(at(1_000, null), at(61_000, 5))).toBe(false);
  expect(wasSetBack(at(61_000, null), at(1_000, 5))).toBe(true);
});
