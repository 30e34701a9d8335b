/** Claims about the two tests of the voice screen in a browser that cannot help. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { currentToasts } from "#components/toast-store.ts";
import { voiceMessages } from "#content/messages.ts";
import { listeningLog } from "../listening/log.ts";
import { VOICE_START } from "../listening/state.ts";
import { testMicrophone, testSpeech } from "./self-test.ts";

const lastToast = () => currentToasts()[0];

beforeEach(() => {
  const getUserMedia = () => Promise.reject(new DOMException("denied", "NotAllowedError"));
  Object.defineProperty(navigator, "mediaDevices", { configurable: true, value: { getUserMedia } });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("without recognition the speech test says so", async () => {
  await testSpeech(VOICE_START.target);
  expect(lastToast()).toMatchObject(voiceMessages.unsupportedToast);
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
  await testSpeech(VOICE_START.target);
  const lines = listeningLog.get().map(({ text }) => text);
  expect(lines).toContain(voiceMessages.error("network"));
});

test("without a microphone its test says what to allow", async () => {
  await testMicrophone();
  expect(listeningLog.get()[0]?.text).toBe("Microphone access required");
  expect(lastToast()).toMatchObject(voiceMessages.micTestFailed);
});
