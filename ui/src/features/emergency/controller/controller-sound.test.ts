/** Claims about what a page says of the sound: only what its newest chunk shows, in this tab or another. */
import { beforeEach, describe, expect, test } from "vitest";
import { ana, type EmergencyApp, placeNow, startApp } from "#test/emergency-app.ts";
import { type FakePhone, fakePhone } from "#test/fake-phone.ts";
import { recordingText } from "../lock/lock-facts.ts";

let phone: FakePhone;
let app: EmergencyApp;

const advance = (ms: number) => phone.clock.advance(ms);
const says = (tab = app) => recordingText(tab.controller.getState(), "Recording");

/** A second of sound with this level, which is on the disk at the end. */
async function second(level: number | null) {
  app.tab.level = level;
  // A part begins with the sentence about the gap before it, which is a chunk too.
  const seconds = () => phone.chunks.filter(({ kind }) => kind === "sound").length;
  const before = seconds();
  await app.tab.speak("sound");
  await expect.poll(seconds).toBeGreaterThan(before);
  await advance(0);
}

beforeEach(async () => {
  phone = fakePhone();
  app = await startApp(phone);
});

describe("a page that records", () => {
  test("claims it from the first stored chunk on, and no longer when chunks stay away", async () => {
    app.trigger();
    await advance(0);
    expect(says()).toBe("Starting to record");
    await second(0.5);
    expect(says()).toBe("Recording");
    await advance(5_000);
    expect(says()).toBe("Not recording");
    await second(0.5);
    expect(says()).toBe("Recording");
  });

  test("says that the microphone gives no sound after three silent seconds, and a retry opens it anew", async () => {
    app.trigger();
    await advance(0);
    for (const level of [0.5, 0, 0]) await second(level);
    expect(says()).toBe("Recording");
    await second(0);
    expect(says()).toBe("The microphone gives no sound");
    app.controller.retryRecording();
    await expect.poll(() => app.tab.microphone.opened).toBe(2);
    await expect.poll(() => app.tab.microphone.running).toBe(1);
    await second(0);
    expect(says()).toBe("The microphone gives no sound");
    await second(0.1);
    expect(says()).toBe("Recording");
  });

  test("says nothing of silence where the browser measures no level", async () => {
    app.trigger();
    await advance(0);
    for (let count = 0; count < 4; count += 1) await second(null);
    expect(says()).toBe("Recording");
  });
});

describe("a second tab", () => {
  test("claims no recording while the tab that has the microphone's turn was refused it", async () => {
    phone.microphoneProblem = "denied";
    app.trigger();
    await advance(0);
    const other = await startApp(phone);
    await advance(250);
    expect(other.controller.getState().recording.phase).toBe("elsewhere");
    expect([says(), says(other)]).toEqual(["Not recording", "Not recording"]);
  });

  test("says that another tab records while that tab's chunks arrive, and not after", async () => {
    app.trigger();
    await advance(0);
    const other = await startApp(phone);
    await advance(250);
    await second(0.5);
    expect(says(other)).toBe("Recording, by another tab");
    for (let count = 0; count < 3; count += 1) await second(0);
    expect(says(other)).toBe("The microphone gives no sound");
    await second(0.5);
    await advance(5_000);
    expect(says(other)).toBe("Not recording");
  });

  test("hears nothing of a chunk that the disk did not take", async () => {
    app.trigger();
    await advance(0);
    const other = await startApp(phone);
    await advance(250);
    phone.roomForChunks = 0;
    await app.tab.speak("lost");
    await expect.poll(() => app.controller.getState().sound?.count).toBe(1);
    expect([says(), says(other)]).toEqual(["Recording, not saved on this phone", "Not recording"]);
  });

  test("is not seen where this tab itself got the recorder's turn while it asked", async () => {
    const { devices } = app.tab;
    const { whileHolding } = devices;
    let begin: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      begin = resolve;
    });
    Object.assign(devices, {
      whileHolding: async (...request: Parameters<typeof whileHolding>) => {
        if (request[0] === "emergency-recorder") await asked;
        return whileHolding(...request);
      },
      isHeldElsewhere: async () => {
        begin();
        await new Promise((resolve) => setTimeout(resolve));
        return true;
      },
    });
    app.trigger();
    await advance(250);
    await expect.poll(() => app.controller.getState().recording.phase).toBe("on");
  });
});

describe("the microphone's permission", () => {
  const waiting = () =>
    Object.assign(app.tab.devices, { openMicrophone: () => new Promise(() => 0) });

  test("is waited for by the first message while the browser asks, four seconds at most", async () => {
    phone.microphonePermission = "prompt";
    waiting();
    app.tab.learnPlace({ fix: placeNow(phone) });
    app.trigger();
    await advance(3_999);
    expect(app.opened()).toEqual([]);
    await advance(1);
    expect(app.opened()).toEqual([ana]);
  });

  test("when it was given before, a microphone that hangs holds the message for a second and a half", async () => {
    waiting();
    app.tab.learnPlace({ fix: placeNow(phone) });
    app.trigger();
    await advance(1_499);
    expect(app.opened()).toEqual([]);
    await advance(1);
    expect(app.opened()).toEqual([ana]);
  });

  test("given after a refusal starts the recording without a tap", async () => {
    phone.microphoneProblem = "denied";
    app.trigger();
    await advance(60_000);
    expect(app.tab.microphone.running).toBe(0);
    await app.tab.allowMicrophone();
    await expect.poll(() => app.tab.microphone.running).toBe(1);
    await second(0.5);
    await expect.poll(says).toBe("Recording");
  });
});
