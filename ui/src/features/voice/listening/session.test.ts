/** Claims about the sessions of listening. */
import { expect, test } from "vitest";
import { settle } from "#test/fake-clock.ts";
import { fakeVoice, trainedPhrase } from "#test/fake-voice-devices.ts";
import { createVoice } from "../controller.ts";
import type { VoiceDevices } from "../devices.ts";
import * as mentions from "./mentions.ts";

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

const TALK = "in an emergency help is on the website";

/** Listens with the built-in phrases; `load` loads what tells talk about help from a call. */
async function listenWith(load: VoiceDevices["loadMentions"]) {
  const voice = fakeVoice({ isListeningEnabled: true });
  createVoice({ ...voice.devices, loadMentions: load }).start();
  await settle();
  await voice.begin();
  return voice;
}

test("talk about help right after the start waits until it can be told from a call, and the end of its session with it", async () => {
  let arrive: () => void = () => undefined;
  const arrival = new Promise<typeof mentions>((resolve) => {
    arrive = () => resolve(mentions);
  });
  const voice = await listenWith(() => arrival);
  await voice.say(TALK);
  await voice.end();
  await voice.clock.advance(900);
  expect([voice.announced.length, voice.engines.length]).toEqual([0, 1]);
  arrive();
  await voice.clock.advance(2_000);
  expect([voice.announced.length, voice.engines.length]).toEqual([0, 2]);
  await voice.begin();
  await voice.say("emergency help");
  expect(voice.announced.length).toBe(1);
});

test("a call whose session ends while its sentence waits is heard once that is decided", async () => {
  const voice = await listenWith(() => new Promise(() => undefined));
  await voice.say("emergency help he is at the door");
  await voice.fail("network");
  await voice.end();
  await voice.clock.advance(999);
  expect(voice.announced).toEqual([]);
  await voice.clock.advance(1);
  expect(voice.announced).toEqual([{ triggeredBy: "voice", safeWordUsed: "emergency help" }]);
});

test("what failed to load is loaded again for the next sentence", async () => {
  let tries = 0;
  const voice = await listenWith(async () => {
    tries += 1;
    if (tries === 1) throw new Error("Offline");
    return mentions;
  });
  await voice.say(TALK);
  expect([tries, voice.announced]).toEqual([2, []]);
});

test("while it cannot be loaded, all that is said counts as a call", async () => {
  const voice = await listenWith(async () => {
    throw new Error("Offline");
  });
  await voice.say(TALK);
  expect(voice.announced.length).toBe(1);
});
