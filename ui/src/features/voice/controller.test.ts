/** Claims about listening on fake devices: what starts it, who has the microphone, and what brings it back. */
import { beforeEach, describe, expect, test } from "vitest";
import { MicrophoneError } from "#platform/sound/microphone.ts";
import { settle } from "#test/fake-clock.ts";
import { type FakeVoice, fakeVoice, trainedPhrase } from "#test/fake-voice-devices.ts";
import { createVoice, type VoiceController } from "./controller.ts";
import { clearLog, listeningLog } from "./listening/log.ts";

let voice: FakeVoice;
let controller: VoiceController;
let stop: () => void;

/** Starts listening for a person with listening switched on. */
async function start(prepare: (voice: FakeVoice) => void = () => undefined) {
  voice = fakeVoice({ isListeningEnabled: true });
  prepare(voice);
  controller = createVoice(voice.devices);
  stop = controller.start();
  await settle();
}
const phase = () => controller.getState().phase;
const kinds = () => voice.engines.map(({ kind }) => kind);
const advance = (ms: number) => voice.clock.advance(ms);
/** A recording that takes the microphone and keeps it. */
const recorder = { letGo: async () => undefined };

beforeEach(clearLog);

describe("listening", () => {
  test("starts when it is switched on and ends when it is switched off, and frees the microphone", async () => {
    await start();
    await voice.change({ isListeningEnabled: false });
    expect([phase(), voice.isMicrophoneTaken()]).toEqual(["off", false]);
    await voice.change({ isListeningEnabled: true });
    await voice.begin();
    expect([phase(), kinds().length]).toEqual(["listening", 2]);
    expect(voice.isMicrophoneTaken()).toBe(true);
  });

  test("begins again 100 ms after each session has ended", async () => {
    await start();
    await voice.begin();
    await voice.end();
    await advance(99);
    expect(kinds()).toHaveLength(1);
    await advance(1);
    expect(kinds()).toHaveLength(2);
  });

  test("is started afresh when the words change, and not when anything else does", async () => {
    await start();
    await voice.begin();
    await voice.change({ emergencyMessage: "Come." });
    await advance(200);
    expect(kinds()).toHaveLength(1);
    await voice.change({ wakeWordMode: "custom", safeWord: "Pineapple" });
    await advance(200);
    await voice.begin();
    expect([kinds().length, voice.engines[0]?.isStopped]).toEqual([2, true]);
    await voice.say("a pineapple please");
    expect(voice.announced).toEqual([{ triggeredBy: "voice", safeWordUsed: "pineapple" }]);
  });

  test("says that nothing can listen offline, and goes on when the connection is back", async () => {
    await start();
    await voice.begin();
    await voice.setOnline(false);
    expect([phase(), voice.engines[0]?.isStopped]).toEqual(["unavailable", true]);
    await voice.setOnline(true);
    expect([phase(), kinds().length]).toEqual(["starting", 2]);
  });

  test("waits five seconds between sessions when there is little charge", async () => {
    await start((one) => {
      one.battery = { level: 0.1, isCharging: false };
    });
    await voice.begin();
    await voice.end();
    await advance(4_999);
    expect(kinds()).toHaveLength(1);
    await advance(1);
    expect(kinds()).toHaveLength(2);
  });

  test("stops with the page, and leaves no timer and no microphone", async () => {
    await start();
    await voice.begin();
    stop();
    await settle();
    expect([phase(), voice.isMicrophoneTaken(), voice.clock.waiting()]).toEqual(["off", false, 0]);
  });
});

describe("an engine", () => {
  test("that never begins is stopped after three seconds and tried again", async () => {
    await start();
    await advance(3_000);
    expect(voice.engines[0]?.isStopped).toBe(true);
    await advance(1_000);
    expect(kinds()).toHaveLength(2);
  });

  test("that reports a denied microphone ends listening; one that is only busy is tried again", async () => {
    await start((one) => {
      one.permission = "denied";
    });
    await voice.fail("not-allowed");
    expect([phase(), controller.getState().problem]).toEqual(["unavailable", { kind: "denied" }]);
    await start();
    await voice.fail("not-allowed");
    await voice.end();
    await advance(1_000);
    expect([phase(), kinds().length]).toEqual(["starting", 2]);
  });
});

describe("a wake word", () => {
  test("stops the recogniser, is announced once and stands in the log", async () => {
    await start();
    await voice.begin();
    await voice.say("this is an emergency");
    await voice.say("help me");
    await voice.say("emergency help");
    expect(voice.engines[0]?.isStopped).toBe(true);
    expect(voice.announced).toEqual([{ triggeredBy: "voice", safeWordUsed: "emergency help" }]);
    expect(listeningLog.get().map(({ text }) => text)).toContain('Wake word: "emergency help"');
  });

  test("hands the microphone to the recording only once the recogniser has ended", async () => {
    await start();
    await voice.begin();
    voice.isEndingLate = true;
    await voice.say("emergency help");
    let isFree = false;
    void voice.takeMicrophone(recorder).then(() => {
      isFree = true;
    });
    await advance(400);
    expect(isFree).toBe(false);
    voice.isEndingLate = false;
    await advance(10);
    expect(isFree).toBe(true);
  });

  test("hands it over after half a second to a recording even when the recogniser never ends", async () => {
    await start();
    await voice.begin();
    voice.isEndingLate = true;
    await voice.say("emergency help");
    const answers: string[] = [];
    void voice.takeMicrophone(recorder).then((answer) => answers.push(answer));
    await advance(400);
    // Somebody else asks meanwhile, and must not pass the recogniser that still ends.
    void voice.takeMicrophone({ letGo: recorder.letGo }).then((answer) => answers.push(answer));
    await advance(99);
    expect(answers).toEqual([]);
    await advance(1);
    expect(answers).toEqual(["late", "late"]);
  });

  test("brings listening back when recording and emergency are over, not before", async () => {
    await start();
    await voice.begin();
    await voice.say("emergency help");
    voice.isEmergencyOn = true;
    await voice.takeMicrophone(recorder);
    await advance(60_000);
    expect([phase(), kinds().length]).toEqual(["yielding", 1]);
    voice.leaveMicrophone(recorder);
    await advance(10_000);
    expect(phase()).toBe("yielding");
    voice.isEmergencyOn = false;
    await advance(1_000);
    expect([phase(), kinds().length]).toEqual(["starting", 2]);
  });
});

describe("the microphone", () => {
  test("that somebody tests is waited for", async () => {
    voice = fakeVoice({ isListeningEnabled: true });
    await voice.takeMicrophone(recorder);
    controller = createVoice(voice.devices);
    controller.start();
    await advance(10_000);
    expect([phase(), kinds()]).toEqual(["yielding", []]);
    voice.leaveMicrophone(recorder);
    await advance(1_000);
    expect(kinds()).toEqual(["recognition-remote"]);
  });

  test("is not opened for a session that is no longer wanted when its turn comes", async () => {
    await start();
    await voice.begin();
    voice.isEndingLate = true;
    await voice.change({ isListeningEnabled: false });
    await voice.change({ isListeningEnabled: true });
    await voice.change({ isListeningEnabled: false });
    voice.isEndingLate = false;
    await advance(1_000);
    expect([kinds().length, phase(), voice.isMicrophoneTaken()]).toEqual([1, "off", false]);
  });
});

describe("a trained phrase", () => {
  const spots = () => voice.engines.flatMap(({ told }) => told);

  beforeEach(async () => {
    await start();
    await voice.begin();
    await voice.train(trainedPhrase());
    await voice.change({ wakeWordMode: "trained" });
    await advance(100);
  });

  test("is spotted on the device once it is chosen, and recognition is back when it is not", async () => {
    expect(kinds().at(-1)).toBe("spotter");
    expect(controller.getState().target).toMatchObject({ words: ["purple umbrella"] });
    await voice.change({ wakeWordMode: "custom" });
    await advance(100);
    expect(kinds().at(-1)).toBe("recognition-remote");
  });

  test("that is chosen and forgotten leaves nothing to hear, which is said", async () => {
    await voice.train(null);
    expect(controller.getState().problem).toEqual({ kind: "missing", what: "phrase" });
  });

  test("is announced when it is spoken", async () => {
    await voice.pulse();
    await voice.spot();
    expect(voice.announced).toEqual([{ triggeredBy: "voice", safeWordUsed: "purple umbrella" }]);
  });

  test("that is trained again is listened for as it is now spoken", async () => {
    await voice.pulse();
    await voice.train(trainedPhrase(2));
    await advance(100);
    expect(spots()).toMatchObject([{ phrase: { threshold: 1 } }, { phrase: { threshold: 2 } }]);
  });

  test("is listened for again after five seconds without a sign of life", async () => {
    await voice.pulse();
    expect(phase()).toBe("listening");
    const before = kinds().length;
    await advance(5_000);
    expect(controller.getState().problem).toEqual({ kind: "hanging" });
    await advance(1_000);
    expect(kinds().slice(before)).toEqual(["spotter"]);
  });

  test("is listened for again after the microphone was unplugged", async () => {
    await voice.pulse();
    const before = kinds().length;
    await voice.loseWorklet();
    await advance(1_000);
    expect(kinds()).toHaveLength(before + 1);
  });
});

test("a denied microphone is not opened, and listening begins once it is allowed", async () => {
  await start((one) => {
    one.permission = "denied";
  });
  expect([phase(), kinds()]).toEqual(["unavailable", []]);
  voice.permission = "granted";
  await voice.comeBack();
  await voice.begin();
  expect([phase(), kinds().length]).toEqual(["listening", 1]);
});

test("a microphone that the spotter may not open is reported as refused", async () => {
  await start((one) => {
    one.hasRecognition = false;
    one.permission = "denied";
    one.captureError = new MicrophoneError("denied", undefined);
  });
  expect(phase()).toBe("unavailable");
  await voice.train(trainedPhrase());
  await voice.change({ wakeWordMode: "trained" });
  expect(controller.getState().problem).toEqual({ kind: "denied" });
});
