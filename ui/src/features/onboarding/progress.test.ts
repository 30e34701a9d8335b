/** Claims about what counts as set up. */
import { describe, expect, test } from "vitest";
import { sealPin } from "#platform/pin-hash.ts";
import { DEFAULT_SETTINGS } from "#store/settings/settings.ts";
import { type SetupRecord, setupRecord } from "#store/settings/setup.ts";
import {
  allowanceOf,
  isGrantNews,
  isStepDone,
  mayAskAgain,
  nextStep,
  type SetupFacts,
  screenAfter,
  screenBefore,
  stepsDone,
} from "./progress.ts";

const DAY = 86_400_000;
const contacts = [{ id: "a", name: "Ana", phoneNumber: "+61 400 000 001" }];
const start: SetupFacts = {
  settings: DEFAULT_SETTINGS,
  isUnread: false,
  setup: setupRecord.read(),
  allowed: { location: "prompt", microphone: "prompt" },
  now: Date.UTC(2026, 2, 4),
};
const granted = { location: "granted", microphone: "granted" } as const;
const practised: SetupRecord = { ...start.setup, isPractised: true };
const pinCode = await sealPin("482915");
const all: SetupFacts = {
  settings: { ...DEFAULT_SETTINGS, contacts, pinCode },
  isUnread: false,
  setup: practised,
  allowed: granted,
  now: start.now,
};

test("nothing is done at first, and everything once each step is true", () => {
  expect(stepsDone(start)).toEqual([]);
  expect(nextStep(start)).toBe("person");
  expect(stepsDone(all)).toEqual(["person", "pin", "permissions", "test"]);
  expect(nextStep(all)).toBe("summary");
});

test.each([
  [{ name: "", phoneNumber: "+61400000001" }],
  [{ name: "Ana", phoneNumber: "" }],
  [{ name: "Ana", phoneNumber: "abc" }],
])("a contact like %j is nobody who can be told", (contact) => {
  const settings = { ...all.settings, contacts: [{ id: "a", ...contact }] };
  expect(isStepDone("person", { ...all, settings })).toBe(false);
});

test("a contact that was deleted later makes its step undone again", () => {
  const facts = { ...all, settings: { ...all.settings, contacts: [] } };
  expect(stepsDone(facts)).toEqual(["pin", "permissions", "test"]);
  expect(nextStep(facts)).toBe("person");
});

test.each([[{ ...granted, location: "denied" }], [{ ...granted, microphone: "prompt" }]] as const)(
  "permissions of %j are not enough",
  (allowed) => {
    expect(isStepDone("permissions", { ...all, allowed })).toBe(false);
  },
);

test("a browser's yes is noted once, again after each request, and not in the document of that request", () => {
  const openedAt = Date.UTC(2026, 2, 3);
  const [before, after] = [openedAt - DAY, openedAt + 1];
  expect(isGrantNews("granted", { allowedAt: null }, openedAt)).toBe(true);
  expect(isGrantNews("granted", { allowedAt: null, grantedAt: before }, openedAt)).toBe(false);
  expect(isGrantNews("granted", { allowedAt: before, grantedAt: before - 1 }, openedAt)).toBe(true);
  expect(isGrantNews("granted", { allowedAt: before, grantedAt: before }, openedAt)).toBe(false);
  expect(isGrantNews("granted", { allowedAt: after }, openedAt)).toBe(false);
  for (const known of ["denied", "prompt", "unknown"] as const) {
    expect(isGrantNews(known, { allowedAt: before }, openedAt)).toBe(false);
  }
});

describe("where the browser says neither yes nor no", () => {
  const at = Date.UTC(2026, 2, 3);

  test.each(["unknown", "prompt"] as const)(
    "%s after an allowed request is done, with its date",
    (known) => {
      const now = start.now;
      expect(allowanceOf(known, { allowedAt: at }, now)).toEqual({ kind: "again", at });
      expect(allowanceOf(known, { allowedAt: null }, now)).toEqual({ kind: "open" });
      expect(allowanceOf(known, { allowedAt: at }, at + 31 * DAY)).toEqual({ kind: "open" });
      expect(allowanceOf(known, { allowedAt: at }, at - 31 * DAY)).toEqual({ kind: "open" });
      const facts: SetupFacts = {
        ...all,
        setup: { ...practised, placeFoundAt: at, microphoneOpenedAt: at },
        allowed: { location: known, microphone: known },
      };
      expect(isStepDone("permissions", facts)).toBe(true);
      expect(mayAskAgain(facts)).toBe(true);
    },
  );

  test("and has said yes before, it was taken back, unless it was allowed anew", () => {
    const [yes, now] = [{ allowedAt: at, grantedAt: at }, at + DAY];
    expect(allowanceOf("prompt", yes, now)).toEqual({ kind: "open" });
    const anew = { ...yes, allowedAt: now };
    expect(allowanceOf("prompt", anew, now)).toEqual({ kind: "again", at: now });
    const setup = { ...practised, microphoneOpenedAt: at, microphoneGrantedAt: at };
    const facts = { ...all, setup, allowed: { ...granted, microphone: "prompt" }, now } as const;
    expect(stepsDone(facts)).toEqual(["person", "pin", "test"]);
  });

  test("but never against what it says", () => {
    const now = start.now;
    expect(allowanceOf("denied", { allowedAt: at }, now)).toEqual({ kind: "denied" });
    expect(allowanceOf("granted", { allowedAt: null }, now)).toEqual({ kind: "granted" });
    expect(mayAskAgain(all)).toBe(false);
  });
});

test("each screen has a way on, and all but the first a way back", () => {
  const screens = ["person", "pin", "permissions", "test", "summary"] as const;
  expect(screens.map(screenAfter)).toEqual(["pin", "permissions", "test", "summary", "summary"]);
  expect(screens.map(screenBefore)).toEqual([null, "person", "pin", "permissions", "test"]);
});
