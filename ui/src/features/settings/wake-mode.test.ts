/** Claims about what a saved safe word changes. */
import { expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "#store/settings/settings.ts";
import { wakeAfterDialog, wakeHint } from "./wake-mode.ts";

const trained = { ...DEFAULT_SETTINGS, wakeWordMode: "trained" } as const;
const listening = { ...DEFAULT_SETTINGS, isListeningEnabled: true };

test("a new safe word is listened for, whatever was before", () => {
  for (const stored of [DEFAULT_SETTINGS, trained]) {
    const wake = wakeAfterDialog({ ...stored, safeWord: " Pineapple " }, stored);
    expect(wake).toEqual({ safeWord: "Pineapple", wakeWordMode: "custom" });
    expect(wakeHint(wake)).toMatch(/^Save to listen for this word/);
  }
});

test("so is the safe word beside which listening is switched on", () => {
  expect(wakeAfterDialog(listening, DEFAULT_SETTINGS).wakeWordMode).toBe("custom");
});

test("saving something else changes nothing in what is heard, and the hint says what that is", () => {
  expect(wakeAfterDialog(listening, listening).wakeWordMode).toBe("smart_assistant");
  expect(wakeHint(wakeAfterDialog(listening, listening))).toMatch(
    /^The app listens for the built-in/,
  );
  expect(wakeHint(wakeAfterDialog(trained, trained))).toMatch(
    /^The app listens for your trained phrase/,
  );
});
