/** Claims about a measurement: what it shows and keeps, and when the camera is released. */
import { describe, expect, test } from "vitest";
import { pulseLimits } from "#content/heart-monitor-limits.ts";
import type { CameraProblem } from "#platform/sensors/camera.ts";
import { fakeCamera } from "#test/fake-camera.ts";
import { settle } from "#test/fake-clock.ts";
import { type Measuring, startMeasuring } from "./measurement.ts";
import { framesOf } from "./synthetic-pulse.ts";

const finger = framesOf({ bpm: 72, seconds: 40, variation: 0 });
const still = framesOf({ bpm: 0, noise: 0, seconds: 60 });

/** A measurement that has begun, and all that it said so far. */
async function begun(...plan: Parameters<typeof fakeCamera>) {
  const phone = fakeCamera(...plan);
  const states: Measuring[] = [];
  const stop = startMeasuring(phone.devices, (state) => states.push(state));
  await settle();
  return { ...phone, states, stop, last: () => states.at(-1) };
}

/** Nothing of it goes on. */
const expectOver = ({ camera, clock, listening }: Awaited<ReturnType<typeof begun>>) => {
  expect([camera.isOn, clock.waiting(), listening()]).toEqual([false, 0, 0]);
};

test("a finger's pulse is shown and kept with its time, and the camera is released", async () => {
  const phone = await begun(finger);
  await phone.clock.advance(20_000);
  expect(phone.last()).toEqual({ phase: "done", bpm: 72 });
  expect(phone.kept).toHaveLength(1);
  expect(phone.kept[0]?.bpm).toBe(72);
  expect(phone.kept[0]?.at).toBeLessThanOrEqual(phone.clock.wallTime());
  expectOver(phone);
});

test("on the way it says that the finger is there, how far it came, and draws the wave", async () => {
  const phone = await begun(finger);
  expect(phone.states[0]).toEqual({ phase: "opening" });
  await phone.clock.advance(5_000);
  const half = phone.last();
  expect(half).toMatchObject({ phase: "measuring", isCovered: true });
  if (half?.phase !== "measuring") throw new Error("It does not measure.");
  expect(half.share).toBeGreaterThan(0.3);
  expect(half.share).toBeLessThan(0.5);
  expect(half.trace.length).toBeGreaterThan(50);
});

test("a still picture ends without a reading, and nothing is kept", async () => {
  const phone = await begun(still);
  await phone.clock.advance(pulseLimits.patienceMs);
  expect(phone.last()).toEqual({ phase: "failed", reason: "no-reading" });
  expect(phone.kept).toEqual([]);
  expectOver(phone);
});

describe("the camera is released at once", () => {
  test.each(["beginEmergency", "hide", "loseCamera"] as const)("at %s", async (what) => {
    const phone = await begun(finger);
    await phone.clock.advance(6_000);
    expect(phone.camera.isOn).toBe(true);
    phone[what]();
    expect(phone.last()).toEqual({ phase: "failed", reason: "interrupted" });
    expectOver(phone);
    await phone.clock.advance(20_000);
    expect(phone.kept).toEqual([]);
  });

  test("when the measurement is stopped, which says nothing more", async () => {
    const phone = await begun(finger);
    await phone.clock.advance(6_000);
    const said = phone.states.length;
    phone.stop();
    expectOver(phone);
    expect(phone.states).toHaveLength(said);
  });

  test("when it opens after an emergency began", async () => {
    let allow: (answer: "allowed") => void = () => undefined;
    const answer = new Promise<"allowed">((resolve) => {
      allow = resolve;
    });
    const phone = await begun(finger, answer);
    phone.beginEmergency();
    allow("allowed");
    await settle();
    expect(phone.camera.asked).toBe(1);
    expectOver(phone);
  });
});

test("while an emergency is on the camera is not asked for", async () => {
  const phone = fakeCamera(finger);
  phone.beginEmergency();
  const states: Measuring[] = [];
  startMeasuring(phone.devices, (state) => states.push(state));
  await settle();
  expect(phone.camera.asked).toBe(0);
  expect(states).toEqual([{ phase: "failed", reason: "interrupted" }]);
});

test.each<CameraProblem>(["denied", "missing", "busy"])(
  "a camera that is %s is named so",
  async (reason) => {
    const phone = await begun(finger, Promise.resolve(reason));
    expect(phone.last()).toEqual({ phase: "failed", reason });
    expectOver(phone);
  },
);
