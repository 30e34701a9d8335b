/** Claims about listening along with the recorder of a hidden emergency, on fake devices. */
import { beforeEach, describe, expect, test } from "vitest";
import { settle } from "#test/fake-clock.ts";
import { type FakeVoice, fakeVoice, trainedPhrase } from "#test/fake-voice-devices.ts";
import { createVoice, type VoiceController } from "./controller.ts";
import { clearLog } from "./listening/log.ts";
import { voiceStatus } from "./listening/status.ts";

let voice: FakeVoice;
let controller: VoiceController;

const stream = (id: string) => ({ id }) as MediaStream;
const advance = (ms: number) => voice.clock.advance(ms);
const running = () => voice.engines.filter(({ isStopped }) => !isStopped);
/** What listens now, and along with which stream. */
const listeners = () => running().map(({ kind, along }) => `${kind} ${along?.id ?? "alone"}`);
const recorder = { letGo: async () => undefined };

/** Somebody listens and an emergency begins; the recorder takes the microphone and runs. */
async function recorded(prepare: (voice: FakeVoice) => void = () => undefined, isHidden = true) {
  voice = fakeVoice({ isListeningEnabled: true, wakeWordMode: "trained", safeWord: "Pineapple" });
  prepare(voice);
  await voice.train(trainedPhrase());
  controller = createVoice(voice.devices);
  controller.start();
  await settle();
  await voice.pulse();
  voice.isEmergencyOn = true;
  await voice.hide(isHidden);
  await voice.takeMicrophone(recorder);
  await voice.record(stream("first"));
}
/** The emergency ends, and its recorder with it. */
async function over() {
  await voice.record(null);
  voice.leaveMicrophone(recorder);
  voice.isEmergencyOn = false;
  await voice.hide(false);
}
/** With a safe word, and the trained phrase beside it. */
const withWord = (one: FakeVoice) => void one.change({ wakeWordMode: "custom" });

beforeEach(clearLog);

describe("the trained phrase", () => {
  test("is heard in the recorder's own stream, and no microphone is opened or taken for it", async () => {
    await recorded();
    expect(listeners()).toEqual(["spotter first"]);
    expect(voice.devices.isMicrophoneTaken(recorder)).toBe(false);
    await voice.pulse();
    expect(voiceStatus(controller.getState()).kind).toBe("listening");
  });

  test("is announced again, and listened for once more after it", async () => {
    await recorded();
    await voice.pulse();
    for (let count = 1; count <= 3; count += 1) {
      await voice.spot();
      expect(voice.announced).toHaveLength(count);
      expect(listeners()).toEqual([]);
      await advance(6_000);
      expect(listeners()).toEqual(["spotter first"]);
      await voice.pulse();
    }
  });

  test("is heard after a decoy unlock, and not while the lock is on the screen", async () => {
    await recorded(undefined, false);
    await advance(60_000);
    expect(listeners()).toEqual([]);
    await voice.hide(true);
    expect(listeners()).toEqual(["spotter first"]);
    await voice.hide(false);
    await advance(60_000);
    expect(listeners()).toEqual([]);
  });

  test("is let go while the recorder opens the microphone anew, and then heard in its new stream", async () => {
    await recorded();
    await voice.record(null);
    await advance(60_000);
    expect(listeners()).toEqual([]);
    expect(voice.devices.isMicrophoneTaken(recorder)).toBe(false);
    await voice.record(stream("second"));
    expect(listeners()).toEqual(["spotter second"]);
  });

  test("is heard by itself again when the emergency is over", async () => {
    await recorded();
    await over();
    await advance(1_000);
    expect(listeners()).toEqual(["spotter alone"]);
  });
});

describe("the microphone of the trained phrase", () => {
  /** Listens for the phrase. */
  async function listening() {
    voice = fakeVoice({ isListeningEnabled: true, wakeWordMode: "trained" });
    await voice.train(trainedPhrase());
    createVoice(voice.devices).start();
    await settle();
    await voice.pulse();
    return voice.engines[0];
  }

  test("is kept for the recorder while it is open, when the phrase is announced", async () => {
    const spotter = await listening();
    await voice.spot();
    expect([voice.announced.length, voice.kept]).toEqual([1, [spotter]]);
    expect(spotter?.isStopped).toBe(true);
  });

  test("is not kept beside recognition, where it may be silent", async () => {
    voice = fakeVoice({ isListeningEnabled: true, wakeWordMode: "custom", safeWord: "Pineapple" });
    await voice.train(trainedPhrase());
    createVoice(voice.devices).start();
    await settle();
    await voice.begin();
    expect(listeners()).toEqual(["recognition-remote alone", "spotter alone"]);
    await voice.say("a pineapple please");
    expect([voice.announced.length, voice.kept]).toEqual([1, []]);
  });

  test("is kept for the recorder of an emergency that started otherwise, and for nobody else", async () => {
    const spotter = await listening();
    await voice.takeMicrophone(recorder);
    expect(voice.kept).toEqual([]);
    voice.leaveMicrophone(recorder);
    await listening();
    voice.isEmergencyOn = true;
    await voice.takeMicrophone(recorder);
    expect(voice.kept).toHaveLength(1);
    expect(voice.kept).not.toContain(spotter);
  });
});

describe("recognition", () => {
  test("stays off beside a recorder where nothing proved that both can use the microphone", async () => {
    await recorded(withWord);
    expect(listeners()).toEqual(["spotter first"]);
    await voice.pulse();
    await voice.spot();
    expect(voice.announced).toEqual([{ triggeredBy: "voice", safeWordUsed: "purple umbrella" }]);
    await over();
    await advance(6_000);
    await voice.begin();
    expect(listeners()).toEqual(["recognition-remote alone", "spotter alone"]);
  });

  test("goes on beside a recorder where that was proved, with the spotter in the recorder's stream", async () => {
    await recorded((one) => {
      withWord(one);
      one.answer = "shared";
    });
    await voice.begin();
    expect(listeners()).toEqual(["recognition-remote alone", "spotter first"]);
    expect(voice.devices.isMicrophoneTaken(recorder)).toBe(false);
    await voice.say("a pineapple please");
    expect(voice.announced).toHaveLength(1);
  });

  test("is given up for the emergency when the recorder loses the microphone meanwhile", async () => {
    await recorded((one) => {
      withWord(one);
      one.answer = "shared";
    });
    await voice.begin();
    await voice.record(null);
    await voice.record(stream("second"));
    await advance(1_000);
    expect([voice.answer, listeners()]).toEqual([null, ["spotter second"]]);
  });

  test("is given up when the recorder gets nothing but zeros beside it", async () => {
    await recorded((one) => {
      withWord(one);
      one.answer = "shared";
    });
    await voice.begin();
    for (let pulse = 0; pulse < 4; pulse += 1) await voice.pulse(0);
    await advance(1_000);
    expect(listeners()).toEqual(["spotter first"]);
  });

  describe("of a safe word alone, without a trained phrase,", () => {
    /** Somebody with a safe word and no phrase, on a phone or a computer. */
    async function recordedWord(isPhone: boolean, answer: FakeVoice["answer"] = null) {
      await recorded((one) => {
        withWord(one);
        one.isPhone = isPhone;
        one.answer = answer;
      }, false);
      await voice.train(null);
      await voice.hide(true);
      await advance(6_000);
      await voice.begin();
    }

    test("stays off on a phone, where it could take the recorder's microphone", async () => {
      await recordedWord(true);
      expect(listeners()).toEqual([]);
    });

    test.each([
      ["a phone where both were seen to hear", true, "shared"],
      ["a computer", false, null],
    ] as const)("hears a second trigger on %s", async (_, isPhone, answer) => {
      await recordedWord(isPhone, answer);
      expect(listeners()).toEqual(["recognition-remote alone"]);
      expect(voice.devices.isMicrophoneTaken(recorder)).toBe(false);
      await voice.say("a pineapple please");
      expect(voice.announced).toEqual([{ triggeredBy: "voice", safeWordUsed: "pineapple" }]);
    });

    test.each([
      ["the lock comes onto the screen", () => voice.hide(false)],
      ["the recorder loses the microphone meanwhile", () => voice.record(stream("second"))],
    ])("stops when %s", async (_, happen) => {
      await recordedWord(false);
      await happen();
      await advance(60_000);
      expect(listeners()).toEqual([]);
    });

    test("stays off on a computer that was seen to let only one hear", async () => {
      await recordedWord(false, "alone");
      expect(listeners()).toEqual([]);
    });
  });
});

test("a change of the emergency that is none of its recorder's is no reason to read anything", async () => {
  voice = fakeVoice({ isListeningEnabled: true, wakeWordMode: "trained" });
  voice.isEmergencyOn = true;
  let readings = 0;
  const readVoicePhrase = () => {
    readings += 1;
    return voice.devices.readVoicePhrase();
  };
  createVoice({ ...voice.devices, readVoicePhrase }).start();
  await voice.hide(true);
  await voice.record(stream("first"));
  const before = readings;
  await voice.changeEmergency();
  expect(readings).toBe(before);
});

test("nothing takes the microphone in an emergency whose recorder has not begun", async () => {
  voice = fakeVoice({ isListeningEnabled: true });
  voice.isEmergencyOn = true;
  controller = createVoice(voice.devices);
  controller.start();
  await advance(60_000);
  expect([voice.engines, voice.isMicrophoneTaken()]).toEqual([[], false]);
});
