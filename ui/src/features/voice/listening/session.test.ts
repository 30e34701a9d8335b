/** Claims about the sessions of listening. */
import { expect, test } from "vitest";
import { settle } from "#test/fake-clock.ts";
import { fakeVoice, trainedPhrase } from "#test/fake-voice-devices.ts";
import { createVoice } from "../controller.ts";
import type { VoiceDevices } from "../devices.ts";

test("an engine that fails before it has even started is tried again", async () => {
  const voice = fakeVoice({ isListeningEnabled: true });
  const { recogniseSpeech } = voice.devices;
  let tries = 0;
  const devices: VoiceDevices = {
    ...voice.devices,
    recogniseSpeech: (isLocal, events) => {
      tries += 1;
      if (tries > 1) return recogniseSpeech(isLocal, events);
      events.failed("audio-capture");
      events.ended();
      return { stop: async () => undefined };
    },
  };
  const controller = createVoice(devices);
  const stop = controller.start();
  await voice.clock.advance(1_000);
  await voice.begin();
  expect([tries, controller.getState().phase]).toEqual([2, "listening"]);
  stop();
});

test("a session that begins while the spotter beside it ends has the microphone, and gives it to a recording", async () => {
  const voice = fakeVoice({
    isListeningEnabled: true,
    wakeWordMode: "custom",
    safeWord: "Pineapple",
  });
  const { microphonePermission } = voice.devices;
  let asked: Promise<void> = Promise.resolve();
  const devices: VoiceDevices = {
    ...voice.devices,
    microphonePermission: () => asked.then(microphonePermission),
  };
  await voice.train(trainedPhrase());
  const stop = createVoice(devices).start();
  await settle();
  await voice.begin();
  await voice.pulse();
  await voice.end();
  let answer: () => void = () => undefined;
  asked = new Promise((resolve) => {
    answer = resolve;
  });
  await voice.clock.advance(100);
  await voice.loseWorklet();
  answer();
  await settle();
  const recogniser = voice.engines.at(-1);
  expect([recogniser?.kind, recogniser?.isStopped]).toEqual(["recognition-remote", false]);
  expect(voice.isMicrophoneTaken()).toBe(true);
  await voice.takeMicrophone({ letGo: async () => undefined });
  expect(recogniser?.isStopped).toBe(true);
  stop();
});
