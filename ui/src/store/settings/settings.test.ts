/** Claims about the records on the device. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  emergencyStateRecord,
  NO_EMERGENCY,
  onFullStorage,
  writeEmergencyState,
} from "#store/emergency/emergency-state.ts";
import { freeProvenBlob, noteProven, recordingsRecord } from "#store/evidence/recordings.ts";
import {
  DEFAULT_SETTINGS,
  isShakeLive,
  reachableContacts,
  settingsRecord,
  unreachableContacts,
} from "./settings.ts";

/** A browser's storage with room for `room` characters. */
function fakeStorage(room: number) {
  const texts = new Map<string, string>();
  const used = () => [...texts].reduce((sum, [key, text]) => sum + key.length + text.length, 0);
  return {
    texts,
    getItem: (key: string) => texts.get(key) ?? null,
    removeItem: (key: string) => void texts.delete(key),
    setItem: (key: string, text: string) => {
      const before = texts.get(key)?.length ?? -key.length;
      if (used() - before + text.length > room) {
        throw new DOMException("full", "QuotaExceededError");
      }
      texts.set(key, text);
    },
  };
}

let storage = fakeStorage(20_000);
beforeEach(() => {
  storage = fakeStorage(20_000);
  vi.stubGlobal("window", { localStorage: storage, addEventListener: () => undefined });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("without a record the settings are the defaults", () => {
  expect(DEFAULT_SETTINGS).toMatchObject({
    contacts: [],
    safeWord: "Help",
    emergencyMessage: "Send help, I am in danger.",
    isListeningEnabled: false,
    wakeWordMode: "smart_assistant",
    smartAssistantTriggers: ["hey silent", "emergency help", "hey siri emergency"],
  });
});

test("an invalid field falls back alone, and the contacts stay", () => {
  const contacts = [{ id: "1", name: "Ana", phoneNumber: "+61400000001" }];
  storage.texts.set(
    "silentPartnerSettings",
    JSON.stringify({ contacts, safeWord: 7, wakeWordMode: "loud" }),
  );
  expect(settingsRecord.read()).toEqual({ ...DEFAULT_SETTINGS, contacts });
});

test("a safe word that an earlier release saved without listening for it is listened for", () => {
  const modeOf = (record: object) => {
    storage.texts.set("silentPartnerSettings", JSON.stringify(record));
    return settingsRecord.read().wakeWordMode;
  };
  expect(modeOf({ safeWord: "Pineapple", wakeWordMode: "smart_assistant" })).toBe("custom");
  expect(modeOf({ safeWord: "help", wakeWordMode: "smart_assistant" })).toBe("smart_assistant");
  const now = { version: 2, safeWord: "Pineapple", wakeWordMode: "smart_assistant" };
  expect(modeOf(now)).toBe("smart_assistant");
});

test("shaking that an earlier release switched on for everybody starts nothing", () => {
  storage.texts.set("silentPartnerSettings", JSON.stringify({ isShakeEnabled: true }));
  expect(isShakeLive(settingsRecord.read())).toBe(false);
});

test("settings of an earlier release do not stay disguised, and keep what they have", () => {
  storage.texts.set("silentPartnerSettings", JSON.stringify({ version: 2, safeWord: "Pineapple" }));
  expect(settingsRecord.read()).toMatchObject({ safeWord: "Pineapple", staysDisguised: false });
});

test.each(["", "{", "null", "[]", '"x"'])("settings of %j are the defaults", (text) => {
  storage.texts.set("silentPartnerSettings", text);
  expect(settingsRecord.read()).toEqual(DEFAULT_SETTINGS);
});

test("reading twice gives the same object, so that a component does not render forever", () => {
  storage.texts.set("silentPartnerSettings", JSON.stringify({ safeWord: "Pineapple" }));
  expect(settingsRecord.read()).toBe(settingsRecord.read());
});

test("a contact without a number cannot be reached", () => {
  const contacts = [
    { id: "1", name: "Ana", phoneNumber: " " },
    { id: "2", name: "", phoneNumber: "112" },
  ];
  expect(reachableContacts({ ...DEFAULT_SETTINGS, contacts }).map((one) => one.id)).toEqual(["2"]);
});

test("a number that cannot be dialled reaches nobody and is named; one that is there twice counts once", () => {
  const contacts = [
    { id: "1", name: "Ana", phoneNumber: "+61 400 000 001" },
    { id: "2", name: "Ana again", phoneNumber: "+61400000001" },
    { id: "3", name: "Ben", phoneNumber: "+61 400 000 002 ext 5" },
  ];
  const settings = { ...DEFAULT_SETTINGS, contacts };
  expect(reachableContacts(settings).map((one) => one.id)).toEqual(["1"]);
  expect(unreachableContacts(settings).map((one) => one.id)).toEqual(["3"]);
});

test("a full storage drops copies of old recordings that another home has, for the emergency's state", () => {
  const sound = { emergencyEventId: "e", duration: 1, mimeType: "audio/webm", recordedAt: "x" };
  const list = ["a", "b", "c"].map((id) => ({
    ...sound,
    id,
    audioBlob: "x".repeat(6_300),
    isProcessed: false,
  }));
  expect(recordingsRecord.write(list)).toBe(true);
  const state = { ...NO_EMERGENCY, isLocked: true, emergencyId: "e", text: "y".repeat(1_000) };
  expect(writeEmergencyState(state)).toBe(false);
  expect(recordingsRecord.read().map((one) => one.audioBlob.length)).toEqual([6_300, 6_300, 6_300]);
  onFullStorage(freeProvenBlob);
  noteProven("b");
  expect(writeEmergencyState(state)).toBe(true);
  expect(emergencyStateRecord.read().isLocked).toBe(true);
  expect(recordingsRecord.read().map((one) => [one.audioBlob.length, one.audioRef])).toEqual([
    [6_300, undefined],
    [0, "idb:b"],
    [6_300, undefined],
  ]);
});

test("a write into a storage full of other things returns false", () => {
  storage.texts.set("other", "z".repeat(19_900));
  expect(writeEmergencyState({ ...NO_EMERGENCY, isLocked: true })).toBe(false);
});
