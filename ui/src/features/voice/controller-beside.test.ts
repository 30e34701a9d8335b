/** Claims about the trained phrase beside recognition, on fake devices: both are started for real before both are promised. */
import { beforeEach, describe, expect, test } from "vitest";
import { MicrophoneError } from "#platform/sound/microphone.ts";
import { settle } from "#test/fake-clock.ts";
import { type FakeVoice, fakeVoice, trainedPhrase } from "#test/fake-voice-devices.ts";
import { createVoice, type VoiceController } from "./controller.ts";
import { heardKinds, heardText, unheardText } from "./listening/heard-text.ts";
import { clearLog } from "./listening/log.ts";
import { voiceStatus } from "./listening/status.ts";

let voice: FakeVoice;
let controller: VoiceController;

/** Somebody with a safe word and a trained phrase listens, and recognition has begun. */
async function start(prepare: (voice: FakeVoice) => void = () => undefined) {
  voice = fakeVoice({
    isListeningEnabled: true,
    wakeWordMode: "custom",
    safeWord: "Pineapple",
  });
  prepare(voice);
  await voice.train(trainedPhrase());
  controller = createVoice(voice.devices);
  controller.start();
  await settle();
  await voice.begin();
}
const advance = (ms: number) => voice.clock.advance(ms);
const kinds = () => voice.engines.map(({ kind }) => kind);
const sharing = () => controller.getState().sharing.phase;
const isRunning = (kind: string) =>
  voice.engines.findLast((engine) => engine.kind === kind)?.isStopped === false;
const spotters = () => kinds().filter((kind) => kind === "spotter").length;
const kindsHeard = () => heardKinds(controller.getState());

/** One session of recognition ends and the next one begins. */
async function nextSession() {
  await voice.end();
  await advance(100);
  await voice.begin();
}

/** Both hear: the spotter has sound, and a session that began beside it noticed some. */
async function share() {
  await voice.pulse(0.05);
  await nextSession();
  await voice.pulse(0.05);
  await voice.sense();
}

beforeEach(clearLog);

describe("both engines", () => {
  test("are promised only after both have shown that they hear", async () => {
    await start();
    expect([kinds(), sharing()]).toEqual([["recognition-remote", "spotter"], "trying"]);
    await voice.pulse(0.05);
    await voice.sense();
    expect(kindsHeard(), "a session that began before the spotter proves nothing").toEqual([
      "safe-word",
    ]);
    await nextSession();
    await voice.pulse(0.05);
    expect(kindsHeard(), "recognition has not heard anything yet").toEqual(["safe-word"]);
    expect(unheardText(controller.getState())).toMatch(/say something\.$/);
    await voice.sense();
    expect([kindsHeard(), voice.answer]).toEqual([["safe-word", "trained"], "shared"]);
    expect(heardText(controller.getState())).toBe(
      'your safe word "pineapple" and your trained phrase "purple umbrella"',
    );
    expect(unheardText(controller.getState())).toBeNull();
  });

  test("go on through many sessions of recognition with one spotter", async () => {
    await start();
    await share();
    for (let session = 0; session < 5; session += 1) await nextSession();
    expect([spotters(), isRunning("spotter")]).toEqual([1, true]);
  });

  test.each(["trained", "safe word"])("hear the %s", async (which) => {
    await start();
    await share();
    await (which === "trained" ? voice.spot() : voice.say("a pineapple please"));
    const safeWordUsed = which === "trained" ? "purple umbrella" : "pineapple";
    expect(voice.announced).toEqual([{ triggeredBy: "voice", safeWordUsed }]);
    expect([isRunning("recognition-remote"), isRunning("spotter")]).toEqual([false, false]);
    await voice.spot();
    expect(voice.announced).toHaveLength(1);
  });

  test("let the trained phrase start an emergency while they are only tried, and between two sessions", async () => {
    await start();
    await voice.spot();
    expect(voice.announced).toHaveLength(1);
    await start();
    await voice.end();
    await voice.spot();
    expect(voice.announced).toHaveLength(1);
  });

  test("hand the microphone over once both have ended", async () => {
    await start();
    await share();
    voice.isEndingLate = true;
    voice.isCaptureEndingLate = true;
    await voice.spot();
    const answers: string[] = [];
    void voice.takeMicrophone({ letGo: async () => undefined }).then((one) => answers.push(one));
    await advance(200);
    voice.isEndingLate = false;
    await advance(100);
    expect(answers, "the spotter still has it").toEqual([]);
    voice.isCaptureEndingLate = false;
    await advance(10);
    expect(answers).toEqual(["free"]);
  });

  test("hand it over after half a second when the spotter never ends", async () => {
    await start();
    await share();
    voice.isCaptureEndingLate = true;
    const answers: string[] = [];
    void voice.takeMicrophone({ letGo: async () => undefined }).then((one) => answers.push(one));
    await advance(499);
    expect(answers).toEqual([]);
    await advance(1);
    expect(answers).toEqual(["late"]);
  });

  test("end when listening is switched off, and begin again without another proof", async () => {
    await start();
    await share();
    await voice.change({ isListeningEnabled: false });
    expect([isRunning("spotter"), voice.isMicrophoneTaken()]).toEqual([false, false]);
    await voice.change({ isListeningEnabled: true });
    await voice.begin();
    expect(kindsHeard()).toEqual(["safe-word"]);
    await voice.pulse(0.05);
    expect(kindsHeard()).toEqual(["safe-word", "trained"]);
  });

  test("are one less when the phrase is forgotten", async () => {
    await start();
    await share();
    await voice.train(null);
    await advance(100);
    await voice.begin();
    expect([isRunning("spotter"), kindsHeard()]).toEqual([false, ["safe-word"]]);
  });
});

describe("a device that lets only one have the microphone", () => {
  const isAlone = () => {
    expect([sharing(), voice.answer, kindsHeard()]).toEqual(["alone", "alone", ["safe-word"]]);
    expect([isRunning("recognition-remote"), isRunning("spotter")]).toEqual([true, false]);
    expect(unheardText(controller.getState())).toMatch(/^Your trained phrase is not heard: /);
  };

  test("gives the spotter nothing but zeros: recognition goes on, and the screen says what is not heard", async () => {
    await start();
    for (let pulse = 0; pulse < 4; pulse += 1) await voice.pulse(0);
    isAlone();
    await voice.say("a pineapple please");
    expect(voice.announced).toHaveLength(1);
  });

  test("lets recognition miss what is loud", async () => {
    await start();
    await nextSession();
    for (let pulse = 0; pulse < 3; pulse += 1) await voice.pulse(0.4);
    isAlone();
  });

  test("does not open the microphone for the spotter", async () => {
    await start((one) => {
      one.captureError = new MicrophoneError("unavailable", undefined);
    });
    isAlone();
  });

  test("takes it away from recognition, which is started again without the spotter", async () => {
    await start();
    await voice.fail("audio-capture");
    await voice.end();
    await advance(1_000);
    await voice.begin();
    isAlone();
  });

  test("lets recognition hang, which is started again without the spotter", async () => {
    await start();
    await voice.end();
    await advance(100);
    await advance(5_000);
    await voice.begin();
    isAlone();
  });

  test("is not asked again in this session of the browser", async () => {
    await start((one) => {
      one.answer = "alone";
    });
    for (let session = 0; session < 10; session += 1) await nextSession();
    expect(spotters()).toBe(0);
    isAlone();
  });
});

describe("what was shared and is no more", () => {
  test("is forgotten, said, and asked again after half a minute", async () => {
    await start();
    await share();
    for (let pulse = 0; pulse < 4; pulse += 1) await voice.pulse(0);
    expect([voice.answer, kindsHeard(), isRunning("spotter")]).toEqual([
      null,
      ["safe-word"],
      false,
    ]);
    expect(unheardText(controller.getState())).toMatch(/not heard at the moment/);
    await nextSession();
    expect(spotters()).toBe(1);
    await advance(15_000);
    await nextSession();
    await advance(15_000);
    await nextSession();
    expect([spotters(), sharing()]).toEqual([2, "trying"]);
    await share();
    expect(kindsHeard()).toEqual(["safe-word", "trained"]);
  });

  test("because the microphone was unplugged is no answer", async () => {
    await start();
    await voice.loseWorklet();
    expect([sharing(), voice.answer, isRunning("recognition-remote")]).toEqual([
      "unasked",
      null,
      true,
    ]);
  });

  test("because the spotter gives no sign of life is no answer", async () => {
    await start();
    await advance(5_000);
    expect([sharing(), voice.answer]).toEqual(["unasked", null]);
  });
});

describe("recognition that fails beside a spotter that hears", () => {
  test("leaves the trained phrase, and every sentence says so", async () => {
    await start();
    await share();
    await voice.fail("network");
    await voice.end();
    const state = controller.getState();
    expect([voiceStatus(state).kind, kindsHeard()]).toEqual(["listening", ["trained"]]);
    expect(heardText(state)).toBe('your trained phrase "purple umbrella"');
    expect(unheardText(state)).toBe(
      "Your safe word is not heard now: Speech recognition error: network.",
    );
    await voice.spot();
    expect(voice.announced).toHaveLength(1);
  });

  test("for good leaves the trained phrase and the screen on, and gives both up to a recording", async () => {
    await start();
    await share();
    await voice.fail("language-not-supported");
    expect([kindsHeard(), isRunning("spotter"), voice.isScreenHeld]).toEqual([
      ["trained"],
      true,
      true,
    ]);
    await voice.takeMicrophone({ letGo: async () => undefined });
    expect([isRunning("spotter"), kindsHeard()]).toEqual([false, []]);
  });
});

test("where the trained phrase is chosen no sound is sent anywhere: recognition stays off", async () => {
  await start();
  await voice.change({ wakeWordMode: "trained" });
  await advance(100);
  await voice.pulse(0.1);
  expect([isRunning("recognition-remote"), kindsHeard()]).toEqual([false, ["trained"]]);
});
