/** Claims about what counts as a reading, on synthetic fingertips of a known heart rate. */
import { describe, expect, test, vi } from "vitest";
import type { Frame } from "#content/frame.ts";
import { pulseLimits } from "#content/heart-monitor-limits.ts";
import { isCovered, readingOf, shareOf, traceOf, withLook } from "./pulse-rules.ts";
import { measurementOf } from "./synthetic-measurement.ts";
import { framesOf, type Scene } from "./synthetic-pulse.ts";

// Hundreds of seconds of film take long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** The rate that a measurement of these frames shows; null when it shows none. */
const measured = (frames: readonly Frame[]) => measurementOf(frames)?.bpm ?? null;

const rates = Array.from({ length: 17 }, (_, index) => 40 + index * 10);

/** By how much the readings of scenes are wrong, and how many of them showed one. */
function errorsOf(scenes: readonly Scene[]) {
  const errors = scenes.flatMap((scene) => {
    const bpm = measured(framesOf(scene));
    return bpm === null ? [] : [Math.abs(bpm - scene.bpm)];
  });
  const sum = errors.reduce((total, error) => total + error, 0);
  return { shown: errors.length, mean: sum / errors.length, worst: Math.max(...errors) };
}

describe("a finger that is held still", () => {
  test.each([15, 24, 30, 60])("shows every rate from 40 to 200 at %d frames a second", (fps) => {
    const { shown, mean, worst } = errorsOf(rates.map((bpm) => ({ bpm, fps, variation: 0 })));
    expect(shown).toBe(rates.length);
    expect(mean).toBeLessThanOrEqual(1);
    expect(worst).toBeLessThanOrEqual(3);
  });
});

const hard: readonly (readonly [what: string, scene: Partial<Scene>])[] = [
  ["noise as strong as a third of a beat", { noise: 0.4 }],
  ["drifting light", { drift: 12 }],
  ["breathing", { breathing: 1 }],
  ["a third of the frames missing", { dropped: 0.33 }],
  ["beats of uneven length", { variation: 0.06 }],
  ["a weak beat", { beat: 0.3 }],
  ["a lamp on the mains of 50 hertz", { flicker: { strength: 0.6, hertz: 100 } }],
  ["a lamp on the mains of 60 hertz", { flicker: { strength: 0.6, hertz: 120 } }],
  ["a finger that moves a little", { motion: 0.2 }],
  ["a camera that is dark red without a light", { colour: [70, 12, 10], beat: 0.6 }],
];

describe("under", () => {
  test.each(hard)("%s, what is shown is right within 3 beats in the mean", (_, scene) => {
    const rested = [48, 58, 66, 74, 90, 120, 160];
    const scenes = rested.map((bpm, seed) => ({ ...scene, bpm, seed, seconds: 30 }));
    const { shown, mean } = errorsOf(scenes);
    expect(shown).toBeGreaterThanOrEqual(rested.length / 2);
    expect(mean).toBeLessThanOrEqual(3);
  });
});

const nothing: readonly (readonly [what: string, scene: Partial<Scene>])[] = [
  ["a still picture", { noise: 0, motion: 0 }],
  ["a still red picture, seen by a noisy camera", { noise: 0.5 }],
  ["a finger without a pulse in drifting light", { drift: 12, noise: 0.05 }],
  ["breathing alone", { breathing: 3 }],
  ["a finger that moves about", { motion: 6 }],
  ["a moving hand before the lens", { motion: 25, colour: [150, 120, 100] }],
  ["a dark lens", { colour: [6, 2, 2], noise: 1 }],
  ["a picture of grey flicker", { colour: [120, 120, 120], flicker: { strength: 5, hertz: 1.2 } }],
];

describe("nothing is shown for", () => {
  test.each(nothing)("%s", (_, scene) => {
    const seeds = [1, 2, 3];
    const shown = seeds.map((seed) => measured(framesOf({ bpm: 0, seconds: 30, seed, ...scene })));
    expect(shown).toEqual(seeds.map(() => null));
  });

  test("a beat that is slower or faster than a heart's", () => {
    expect(measured(framesOf({ bpm: 28, variation: 0, seconds: 30 }))).toBeNull();
    expect(measured(framesOf({ bpm: 250, variation: 0, seconds: 30 }))).toBeNull();
  });

  test("a finger that is lifted every eight seconds", () => {
    const frames = framesOf({ bpm: 70, seconds: 30 });
    const lifted = frames.map((frame) =>
      frame.at % 8_000 < 500 ? { ...frame, red: 120, green: 118, blue: 110 } : frame,
    );
    expect(measured(lifted)).toBeNull();
  });

  test("a camera that stands still for a second every eight", () => {
    const frames = framesOf({ bpm: 70, seconds: 30 });
    expect(measured(frames.filter(({ at }) => at % 8_000 > 1_000))).toBeNull();
  });

  test("a camera of ten frames a second", () => {
    expect(measured(framesOf({ bpm: 70, fps: 10, seconds: 30 }))).toBeNull();
  });
});

test("a reading needs a whole row of looks that agree", () => {
  const steady = Array.from({ length: pulseLimits.looks }, () => ({ bpm: 71.6, quality: 1 }));
  expect(readingOf(steady)).toBe(72);
  expect(readingOf(steady.slice(1))).toBeNull();
  expect(readingOf([...steady.slice(1), { bpm: 90, quality: 1 }])).toBeNull();
  expect(withLook(steady, null)).toEqual([]);
});

test("a fingertip is red and not dark", () => {
  const colour = (red: number, green: number, blue: number) => ({ at: 0, red, green, blue });
  expect(isCovered(colour(250, 0, 0))).toBe(true);
  expect(isCovered(colour(90, 50, 45))).toBe(true);
  expect(isCovered(colour(20, 2, 2))).toBe(false);
  expect(isCovered(colour(200, 180, 170))).toBe(false);
});

test("the share grows with what is there, to one at the reading", () => {
  const frames = framesOf({ bpm: 70, seconds: 11 });
  const pulse = { bpm: 70, quality: 1 };
  expect(shareOf([], [])).toBe(0);
  expect(shareOf(frames.slice(0, 150), [])).toBeCloseTo(5 / 13, 1);
  expect(
    shareOf(
      frames,
      Array.from({ length: pulseLimits.looks }, () => pulse),
    ),
  ).toBe(1);
});

test("the trace is flat without a finger, and points up at a beat", () => {
  expect(traceOf(framesOf({ bpm: 60, seconds: 5, colour: [100, 100, 100] }))).toEqual([]);
  const trace = traceOf(framesOf({ bpm: 60, seconds: 5, noise: 0, variation: 0 }));
  expect(trace.length).toBeGreaterThan(100);
  expect(Math.max(...trace)).toBe(1);
  expect(Math.min(...trace)).toBeGreaterThan(-0.8);
});
