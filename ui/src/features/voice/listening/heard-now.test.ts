/** Claims about what is heard now: by the settings, the trained phrase and the engine that really runs. */
import { expect, test } from "vitest";
import { WAKE_PHRASES } from "#content/wake-phrases.ts";
import { heardNow, type VoiceProbe } from "./heard-now.ts";
import { heardText, unheardText } from "./heard-text.ts";
import { NOT_SHARED } from "./sharing.ts";
import { VOICE_START } from "./state.ts";
import type { WakeChoice } from "./wake-words.ts";

const desktop: VoiceProbe = {
  hasRecognition: true,
  isRecognitionLocal: false,
  isOnline: true,
  isApple: false,
  isSafari: false,
  isStandalone: false,
  hasWorklet: true,
};
const firefox = { ...desktop, hasRecognition: false };
const PHRASE = "purple umbrella";

const builtIn: WakeChoice = {
  wakeWordMode: "smart_assistant",
  safeWord: "Help",
  smartAssistantTriggers: [],
};
const custom: WakeChoice = { ...builtIn, wakeWordMode: "custom", safeWord: "Pineapple" };
const trained: WakeChoice = { ...builtIn, wakeWordMode: "trained" };

test.each<[WakeChoice, VoiceProbe, string | null, engine: string, kind: string, missing: unknown]>([
  [builtIn, desktop, null, "recognition-remote", "phrases", null],
  [builtIn, { ...desktop, isRecognitionLocal: true }, null, "recognition-local", "phrases", null],
  [custom, desktop, null, "recognition-remote", "safe-word", null],
  [custom, desktop, PHRASE, "recognition-remote", "safe-word", null],
  [trained, desktop, PHRASE, "spotter", "trained", null],
  [trained, { ...desktop, isOnline: false }, PHRASE, "spotter", "trained", null],
  // What was chosen cannot be heard: the trained phrase can.
  [builtIn, firefox, PHRASE, "spotter", "trained", null],
  [custom, { ...desktop, isOnline: false }, PHRASE, "spotter", "trained", null],
  [{ ...custom, safeWord: "p" }, desktop, PHRASE, "spotter", "trained", null],
  // Nothing can.
  [builtIn, firefox, null, "none", "phrases", "recognition"],
  [custom, { ...desktop, isOnline: false }, null, "none", "safe-word", "connection"],
  [{ ...custom, safeWord: "p" }, desktop, null, "none", "safe-word", "safe-word"],
  [{ ...custom, safeWord: "" }, desktop, null, "none", "safe-word", "safe-word"],
  [trained, desktop, null, "none", "trained", "phrase"],
  [trained, { ...desktop, hasWorklet: false }, PHRASE, "none", "trained", "spotter"],
])(
  "%o on %o with the trained phrase %s: %s hears %s",
  (choice, probe, phrase, engine, kind, missing) => {
    expect(heardNow(probe, choice, phrase)).toMatchObject({ engine, kind, missing });
  },
);

test("recognition is not used on an iPhone in an installed app or in a browser other than Safari", () => {
  const phone = { ...desktop, isApple: true, isSafari: true };
  const engineOn = (probe: VoiceProbe) => heardNow(probe, builtIn, null).engine;
  expect(engineOn(phone)).toBe("recognition-remote");
  expect(engineOn({ ...phone, isStandalone: true })).toBe("none");
  expect(engineOn({ ...phone, isSafari: false })).toBe("none");
});

test("the words are those of what was chosen, and the trained phrase where that is heard", () => {
  const { words } = heardNow(desktop, builtIn, null);
  expect(words).toEqual([...WAKE_PHRASES].sort((a, b) => b.length - a.length));
  expect(heardNow(desktop, custom, null).words).toEqual(["pineapple"]);
  expect(heardNow(desktop, trained, PHRASE).words).toEqual([PHRASE]);
  expect(heardNow(firefox, custom, null).words).toEqual([]);
});

test("the sentence names what is heard, and what the person may think is heard", () => {
  const listening = (probe: VoiceProbe, choice: WakeChoice, phrase: string | null) => ({
    ...VOICE_START,
    target: heardNow(probe, choice, phrase),
    phase: "listening" as const,
  });
  const alone = { ...NOT_SHARED, phase: "alone" } as const;
  const either = { ...listening(desktop, custom, PHRASE), sharing: alone };
  expect(heardText(either)).toBe('your safe word "pineapple"');
  expect(unheardText(either)).toMatch(/^Your trained phrase is not heard: this device cannot/);
  const instead = listening(firefox, custom, PHRASE);
  expect(heardText(instead)).toBe('your trained phrase "purple umbrella"');
  expect(unheardText(instead)).toMatch(/^Your safe word and the built-in phrases are not heard:/);
  const only = listening(desktop, trained, PHRASE);
  expect(heardText(only)).toBe('your trained phrase "purple umbrella"');
  expect(unheardText(only)).toMatch(/ are not heard while the trained phrase is chosen\.$/);
  expect(unheardText(listening(desktop, custom, null))).toBeNull();
});

test("a phrase trained before is heard beside the words, whatever they are", () => {
  for (const choice of [builtIn, custom]) {
    expect(heardNow(desktop, choice, PHRASE)).toMatchObject({ beside: PHRASE, unheard: null });
  }
  expect(heardNow({ ...desktop, hasWorklet: false }, custom, PHRASE).beside).toBeNull();
  expect(heardNow(desktop, custom, null).beside).toBeNull();
});
