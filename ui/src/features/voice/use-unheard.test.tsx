/** Claims about what is said where listening is switched on and nothing is heard. */
import { renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { DEFAULT_SETTINGS, settingsRecord } from "#store/settings/settings.ts";
import {
  pageVoiceState,
  VOICE_START,
  type VoiceState,
  voiceLoadFailed,
} from "./listening/state.ts";
import { useUnheard } from "./use-unheard.ts";

afterEach(() => {
  pageVoiceState.set(VOICE_START);
  voiceLoadFailed.set(false);
});

/** What is said in a state. */
function said(state: Partial<VoiceState>, isListeningEnabled = true): string | null {
  settingsRecord.write({ ...DEFAULT_SETTINGS, isListeningEnabled });
  pageVoiceState.set({ ...VOICE_START, ...state });
  return renderHook(useUnheard).result.current;
}

test("nothing is said while listening is off, or something is heard", () => {
  expect(said({}, false)).toBeNull();
  expect(said({ phase: "listening" })).toBeNull();
});

test.each<[Partial<VoiceState>, string]>([
  [{}, "Voice monitoring is starting: nothing is heard yet."],
  [
    { phase: "starting", isAsking: true },
    "Voice monitoring hears nothing now. Waiting for you to allow the microphone.",
  ],
  [
    { phase: "deaf", problem: { kind: "muted" } },
    "Voice monitoring hears nothing now. The microphone is muted. It goes on by itself.",
  ],
  [
    { phase: "deaf", problem: { kind: "denied" } },
    "Voice monitoring hears nothing now. Microphone access denied. Until then, start an emergency by hand.",
  ],
  [
    {
      phase: "unavailable",
      problem: { kind: "missing", what: "phrase" },
      target: { ...VOICE_START.target, engine: "none", kind: "trained", missing: "phrase" },
    },
    "Voice monitoring hears nothing now. No phrase is trained on this device. Train a phrase in Voice Management. Until then, start an emergency by hand.",
  ],
  [
    {
      phase: "unavailable",
      problem: { kind: "missing", what: "spotter" },
      target: { ...VOICE_START.target, engine: "none", kind: "trained", missing: "spotter" },
    },
    "Voice monitoring hears nothing now. This browser cannot listen for a trained phrase. Until then, start an emergency by hand.",
  ],
])("the state %j is said to be: %s", (state, words) => {
  expect(said(state)).toBe(words);
});

test("where the code that listens could not be loaded, that is said", () => {
  voiceLoadFailed.set(true);
  expect(said({})).toMatch(
    / A part of the app is missing\. Close it and open it again\. Until then, /,
  );
});
