/** Claims about how long the gate stays open, for any sequence of touches, absences, sleeps and clock changes. */
import { describe, expect, test } from "vitest";
import { gateTimes } from "#content/limits.ts";
import { CLOSED, closesIn, type GateEvent, type GateTime, nextGate } from "./gate-rules.ts";

const { openUntouchedMs, openWhileHiddenMs } = gateTimes;
const start: GateTime = { wall: 1_800_000_000_000, running: 0 };
const later = (from: GateTime, ms: number): GateTime => ({
  wall: from.wall + ms,
  running: from.running + ms,
});
const opened = nextGate(CLOSED, "opened", start);

test("it closes five minutes after the last touch, and 30 seconds after it was hidden", () => {
  expect([openUntouchedMs, openWhileHiddenMs]).toEqual([300_000, 30_000]);
  expect(closesIn(opened, start)).toBe(openUntouchedMs);
  expect(nextGate(opened, "looked", later(start, openUntouchedMs - 1)).isOpen).toBe(true);
  expect(nextGate(opened, "looked", later(start, openUntouchedMs))).toBe(CLOSED);
  const touched = nextGate(opened, "touched", later(start, 200_000));
  expect(nextGate(touched, "looked", later(start, 200_000 + openUntouchedMs - 1)).isOpen).toBe(
    true,
  );
  const hidden = nextGate(opened, "hidden", later(start, 1_000));
  expect(closesIn(hidden, later(start, 1_000))).toBe(openWhileHiddenMs);
  expect(nextGate(hidden, "shown", later(start, 30_999)).isOpen).toBe(true);
  expect(nextGate(hidden, "shown", later(start, 31_000))).toBe(CLOSED);
});

test("opened and hidden at once, it closes 30 seconds later, unless it is shown before", () => {
  const unseen = nextGate(opened, "hidden", start);
  expect(closesIn(unseen, start)).toBe(openWhileHiddenMs);
  const shown = nextGate(unseen, "shown", later(start, openWhileHiddenMs - 1));
  expect(closesIn(shown, later(start, openWhileHiddenMs))).toBe(
    openUntouchedMs - openWhileHiddenMs,
  );
});

test("a touch that comes too late does not keep it open", () => {
  expect(nextGate(opened, "touched", later(start, openUntouchedMs))).toBe(CLOSED);
});

test.each([
  [
    "the phone slept, so that one clock stood still",
    { wall: start.wall + 400_000, running: 1_000 },
  ],
  ["the wall clock was set back", { wall: start.wall - 1, running: 1_000 }],
  ["the wall clock was set to the same time again", { wall: start.wall, running: 400_000 }],
])("it is closed where %s", (_, now) => {
  expect(nextGate(opened, "looked", now)).toBe(CLOSED);
});

describe("in any sequence", () => {
  const menu: readonly GateEvent[] = ["closed", "touched", "hidden", "shown", "looked", "opened"];

  test("it is open only after the code, with a touch in the last five minutes, and not 30 seconds hidden", () => {
    let seed = 20_261_124;
    const random = (most: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * most);
    };
    let openMoments = 0;
    for (let round = 0; round < 300; round += 1) {
      let gate = CLOSED;
      let now = start;
      // True time, which no clock of the device has to tell.
      let [time, touchedAt, hiddenAt, isAllowed] = [0, 0, null as number | null, false];
      for (let count = 0; count < 40; count += 1) {
        const ms = [0, 1_000, 20_000, 31_000, 299_000, 301_000][random(6)] ?? 0;
        const sleeps = random(4) === 0;
        const setsBack = random(12) === 0;
        time += ms;
        now = {
          wall: setsBack ? now.wall - 1 : now.wall + ms,
          running: sleeps ? now.running : now.running + ms,
        };
        const isOver =
          time - touchedAt >= 300_000 || (hiddenAt !== null && time - hiddenAt >= 30_000);
        const event = menu[random(menu.length)] ?? "looked";
        if (isOver || event === "closed") isAllowed = false;
        if (event === "opened") isAllowed = true;
        if (event === "opened" || event === "touched") touchedAt = time;
        if (event === "hidden") hiddenAt ??= time;
        if (event === "shown" || event === "opened") hiddenAt = null;
        gate = nextGate(gate, event, now);
        // It never opens by itself, and no clock keeps it open.
        if (gate.isOpen) {
          openMoments += 1;
          expect(isAllowed).toBe(true);
        }
      }
    }
    expect(openMoments).toBeGreaterThan(500);
  });
});
