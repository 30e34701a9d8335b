/** Claims about the two tests of the voice screen in a browser that cannot help. */

import { beforeEach, expect, test, vi } from "vitest";
import { currentToasts } from "#components/toast/toast-store.ts";
import { voiceMessages } from "#content/messages.ts";
import { leaveMicrophone, takeMicrophone } from "#platform/sound/microphone.ts";
import { refuseMicrophone } from "#test/fake-microphone.ts";
import { listeningLog } from "../listening/log.ts";
import { VOICE_START } from "../listening/state.ts";
import { problemText } from "../listening/status.ts";
import { testMicrophone, testSpeech } from "./self-test.ts";

const lastToast = () => currentToasts()[0];

beforeEach(() => {
  refuseMicrophone();
});
test("without recognition the speech test says so", async () => {
  await testSpeech(VOICE_START.target, false);
  expect(lastToast()).toMatchObject(voiceMessages.unsupportedToast);
});

test("where nothing is listened for, no sound leaves the device for the test either", async () => {
  const start = vi.fn();
  class Listening extends EventTarget {
    start = start;
    abort = () => undefined;
  }
  vi.stubGlobal("webkitSpeechRecognition", Listening);
  await testSpeech({ ...VOICE_START.target, engine: "none", missing: "phrase" }, false);
  expect(start).not.toHaveBeenCalled();
  const words = problemText({ kind: "missing", what: "phrase" });
  expect(listeningLog.get().map(({ text }) => text)).toContain(words);
});

test("an error of recognition is named by its code", async () => {
  class FailingRecognition extends EventTarget {
    start() {
      this.dispatchEvent(Object.assign(new Event("error"), { error: "network" }));
      this.dispatchEvent(new Event("end"));
    }
    abort() {
      this.dispatchEvent(new Event("end"));
    }
  }
  vi.stubGlobal("webkitSpeechRecognition", FailingRecognition);
  await testSpeech(VOICE_START.target, false);
  const lines = listeningLog.get().map(({ text }) => text);
  expect(lines).toContain(voiceMessages.error("network"));
});

test("a test of recognition ends at once when a recording takes the microphone", async () => {
  const aborts: string[] = [];
  class Listening extends EventTarget {
    start() {
      this.dispatchEvent(new Event("start"));
    }
    abort() {
      aborts.push("aborted");
      this.dispatchEvent(new Event("end"));
    }
  }
  vi.stubGlobal("webkitSpeechRecognition", Listening);
  const test = testSpeech(VOICE_START.target, false);
  const said = () => listeningLog.get().map(({ text }) => text);
  await expect.poll(said).toContain("Listening, say something");
  const recorder = { letGo: async () => undefined };
  expect(await takeMicrophone(recorder)).toBe("free");
  expect(aborts).toEqual(["aborted"]);
  await test;
  leaveMicrophone(recorder);
});

test("without a microphone its test says what to allow", async () => {
  await testMicrophone();
  expect(listeningLog.get()[0]?.text).toBe("Microphone access required");
  expect(lastToast()).toMatchObject(voiceMessages.micTestFailed);
});
