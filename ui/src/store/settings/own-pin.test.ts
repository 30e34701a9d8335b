/** Claims about the own PIN in the settings. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isSealedPin, matchesPin, sealPin } from "#platform/pin-hash.ts";
import { hasOwnPin, isCodeAsked, sealStoredPin } from "./own-pin.ts";
import { DEFAULT_SETTINGS, settingsRecord } from "./settings.ts";

beforeEach(() => {
  const texts = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
  };
  vi.stubGlobal("window", { localStorage, addEventListener: () => undefined });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** The settings of a release that stored the PIN in clear and asked for it only when it was told to. */
const earlier = { ...DEFAULT_SETTINGS, pinCode: "482915", asksForCode: false };

test("a PIN in clear becomes a hash, and the code is asked for from then on", async () => {
  settingsRecord.write({ ...earlier, safeWord: "Umbrella" });
  expect(isCodeAsked(settingsRecord.read())).toBe(true);
  await sealStoredPin();
  const kept = settingsRecord.read();
  expect(kept).toMatchObject({ safeWord: "Umbrella", asksForCode: true });
  expect(JSON.stringify(kept)).not.toContain("482915");
  expect(await matchesPin("482915", kept.pinCode)).toBe(true);
});

test("a hash stays as it is, with the person's choice not to be asked", async () => {
  const chosen = { ...earlier, pinCode: await sealPin("482915") };
  settingsRecord.write(chosen);
  await sealStoredPin();
  expect(settingsRecord.read()).toEqual(chosen);
  expect(isCodeAsked(chosen)).toBe(false);
});

test("a PIN that the person chooses while the old one is hashed is not overwritten", async () => {
  settingsRecord.write(earlier);
  const sealing = sealStoredPin();
  const chosen = { ...earlier, pinCode: await sealPin("1357") };
  settingsRecord.write(chosen);
  await sealing;
  expect(settingsRecord.read().pinCode).toBe(chosen.pinCode);
});

test.each(["12", "abcd", "12345678"])(
  "a stored %j, which nobody can type, is no PIN",
  async (pinCode) => {
    settingsRecord.write({ ...earlier, pinCode });
    expect(isCodeAsked(settingsRecord.read())).toBe(false);
    await sealStoredPin();
    expect(settingsRecord.read().pinCode).toBe("");
  },
);

test("without a PIN nothing is stored and nothing is asked", async () => {
  settingsRecord.write(DEFAULT_SETTINGS);
  await sealStoredPin();
  expect([hasOwnPin(settingsRecord.read()), isCodeAsked(settingsRecord.read())]).toEqual([
    false,
    false,
  ]);
  expect(isSealedPin(settingsRecord.read().pinCode)).toBe(false);
});
