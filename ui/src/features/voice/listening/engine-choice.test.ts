/** Claims about which engine listens. */
import { expect, test } from "vitest";
import { chooseEngine, type VoiceProbe } from "./engine-choice.ts";

const desktop: VoiceProbe = {
  hasRecognition: true,
  isRecognitionLocal: false,
  isOnline: true,
  isApple: false,
  isSafari: false,
  isStandalone: false,
  isEnrolled: false,
  hasWorklet: true,
};

test("an enrolled phrase is spotted on the device wherever sound can be examined", () => {
  expect(chooseEngine({ ...desktop, isEnrolled: true })).toBe("spotter");
  expect(chooseEngine({ ...desktop, isEnrolled: true, isOnline: false })).toBe("spotter");
  expect(chooseEngine({ ...desktop, isEnrolled: true, hasWorklet: false })).toBe(
    "recognition-remote",
  );
});

test("recognition on the device comes before the browser's speech service", () => {
  expect(chooseEngine({ ...desktop, isRecognitionLocal: true })).toBe("recognition-local");
  expect(chooseEngine(desktop)).toBe("recognition-remote");
});

test("the browser's speech service is not relied on offline", () => {
  expect(chooseEngine({ ...desktop, isOnline: false })).toBe("none");
});

test("recognition in an installed app or a foreign browser on an iPhone is not believed", () => {
  const phone = { ...desktop, isApple: true, isSafari: true };
  expect(chooseEngine(phone)).toBe("recognition-remote");
  expect(chooseEngine({ ...phone, isStandalone: true })).toBe("none");
  expect(chooseEngine({ ...phone, isSafari: false })).toBe("none");
});

test("a browser without recognition and without an enrolled phrase has no engine", () => {
  expect(chooseEngine({ ...desktop, hasRecognition: false })).toBe("none");
});
