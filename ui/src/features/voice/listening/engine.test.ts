/** Claims about which engine listens, and to what. */
import { expect, test } from "vitest";
import { WAKE_PHRASES } from "#content/wake-phrases.ts";
import { chooseEngine, targetOf, type VoiceProbe } from "./engine.ts";

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

test("a trained phrase is spotted on the device wherever sound can be examined", () => {
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

test("the browser's speech service is not used offline", () => {
  expect(chooseEngine({ ...desktop, isOnline: false })).toBe("none");
});

test("recognition is not used on an iPhone in an installed app or in a browser other than Safari", () => {
  const phone = { ...desktop, isApple: true, isSafari: true };
  expect(chooseEngine(phone)).toBe("recognition-remote");
  expect(chooseEngine({ ...phone, isStandalone: true })).toBe("none");
  expect(chooseEngine({ ...phone, isSafari: false })).toBe("none");
});

test("a browser without recognition and without a trained phrase has no engine", () => {
  expect(chooseEngine({ ...desktop, hasRecognition: false })).toBe("none");
});

test("the engine that runs decides what is listened for: the trained phrase, or the chosen words", () => {
  const choice = {
    wakeWordMode: "custom",
    safeWord: "Pineapple",
    smartAssistantTriggers: [],
  } as const;
  const phrase = "purple umbrella";
  expect(targetOf({ ...desktop, isEnrolled: true }, choice, phrase)).toEqual({
    engine: "spotter",
    words: [phrase],
  });
  expect(targetOf(desktop, choice, phrase).words).toEqual(["pineapple"]);
  const builtIn = targetOf(desktop, { ...choice, wakeWordMode: "smart_assistant" }, null);
  expect(builtIn.words).toEqual([...WAKE_PHRASES].sort((a, b) => b.length - a.length));
  expect(targetOf({ ...desktop, hasRecognition: false }, choice, null)).toEqual({
    engine: "none",
    words: [],
  });
});
