/** Claims about the screen while something listens. */
import { describe, expect, test } from "vitest";
import { settle } from "#test/fake-clock.ts";
import { type FakeVoice, fakeVoice } from "#test/fake-voice-devices.ts";
import { createVoice } from "./controller.ts";

async function start(prepare: (voice: FakeVoice) => void = () => undefined) {
  const voice = fakeVoice({ isListeningEnabled: true });
  prepare(voice);
  const controller = createVoice(voice.devices);
  const stop = controller.start();
  await settle();
  return { voice, controller, stop };
}

describe("the screen", () => {
  test("is kept on while something listens, and no longer", async () => {
    const { voice, controller, stop } = await start();
    await voice.begin();
    expect([voice.isScreenHeld, controller.getState().isScreenKept]).toEqual([true, true]);
    await voice.change({ isListeningEnabled: false });
    expect([voice.isScreenHeld, controller.getState().isScreenKept]).toEqual([false, null]);
    await voice.change({ isListeningEnabled: true });
    stop();
    expect(voice.isScreenHeld).toBe(false);
  });

  test("that the browser does not keep on is not claimed to stay on", async () => {
    const { voice, controller } = await start((one) => {
      one.isScreenRefused = true;
    });
    await voice.begin();
    expect(controller.getState().isScreenKept).toBe(false);
  });
});
