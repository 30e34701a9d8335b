/** Claims about a recording as it is shown: what was checked decides. */
import { expect, test } from "vitest";
import { NoAnswer } from "#platform/workers/worker-question.ts";
import {
  checkedEntry,
  confirmedText,
  type Found,
  isLost,
  unfoundBy,
  verdictOf,
} from "./checked.ts";
import { entryOf, partsText, type RecordedPart, type RecordingEntry } from "./recording-list.ts";

const part: RecordedPart = {
  id: "one",
  emergencyEventId: "e",
  mimeType: "audio/webm",
  recordedAt: "2020-01-01T00:00:00.000Z",
  duration: 999,
  bytes: 7_000_000,
  copyBytes: 0,
  isProcessed: true,
  isRecording: false,
};
const entry = entryOf("e", [part]);
const at = Date.parse("2026-11-21T10:00:00.000Z");
const whole = { isAltered: false, missingSeconds: 0, confirmed: null };
const check = { ...whole, parts: [{ id: "one", at, seconds: 3, bytes: 12_000 }] };
const empty = {
  ...whole,
  missingSeconds: 3,
  parts: [{ id: "one", at: null, seconds: 0, bytes: 0 }],
};
/** What is said of a time that the server confirmed: it covers sound until that many milliseconds before. */
const confirmed = (before: number, isChecked = true) => ({
  ...check,
  confirmed: { time: at, linkedAt: at - before, isChecked },
});
/** What a person sees of it. */
const seen = (one: RecordingEntry, found: Found) => {
  const shown = checkedEntry(one, found);
  const { recordedAt, duration, bytes, isChecked } = shown;
  return {
    isChecked,
    recordedAt,
    duration,
    bytes,
    isLost: isLost(shown, found),
    says: verdictOf(shown, found)?.text,
  };
};

test("a row that was given another date is shown with the time of its own links", () => {
  expect(seen(entry, check)).toEqual({
    recordedAt: "2026-11-21T10:00:00.000Z",
    duration: 3,
    bytes: 12_000,
    isChecked: true,
    isLost: false,
    says: "Unchanged since recorded",
  });
});

test("a recording of which nothing is left is lost", () => {
  const lost = { isLost: true, bytes: 0, says: "Lost: none of its sound is left on this device" };
  expect(seen(entry, empty)).toMatchObject(lost);
  expect(seen(entryOf("e", [{ ...part, bytes: 0 }]), null)).toMatchObject(lost);
});

test("a recording that is not read yet, could not be read or still goes on is not lost", () => {
  const none = entryOf("e", [{ ...part, bytes: 0 }]);
  expect(seen(none, undefined)).toMatchObject({ isLost: false, says: "Checking..." });
  expect(seen(none, "unread")).toMatchObject({ isLost: false, says: "Could not be checked" });
  const going = entryOf("e", [{ ...part, bytes: 0, isRecording: true }]);
  expect(seen(going, empty)).toMatchObject({ isLost: false, says: undefined });
});

test.each([
  ["took too long", new NoAnswer("silent"), "Not checked: the check took too long"],
  ["broke off", new NoAnswer("failed"), "Could not be checked"],
  ["could not be read", new Error("busy"), "Could not be checked"],
])("a check that %s claims nothing of the recording", (_what, error, says) => {
  expect(seen(entry, unfoundBy(error))).toEqual({
    ...seen(entry, undefined),
    isChecked: false,
    isLost: false,
    says,
  });
});

test("a copy in local storage stands for sound that the chain has lost, and is not said to be unchanged", () => {
  const copied = entryOf("e", [{ ...part, copyBytes: 500 }]);
  expect(seen(copied, empty)).toMatchObject({
    bytes: 500,
    isLost: false,
    says: "3 seconds are missing",
  });
  expect(seen(copied, null)).toMatchObject({
    bytes: 500,
    says: "Only a copy is left, which cannot be checked",
  });
});

test("what was altered and what is missing are both said", () => {
  expect(seen(entry, { ...check, isAltered: true, missingSeconds: 1 }).says).toBe(
    "Changed since recorded. 1 second is missing",
  );
});

test.each([
  ["before its check has ended", entry, undefined],
  ["when its check failed", entry, "unread"],
  ["of a copy without a chain", entryOf("e", [{ ...part, copyBytes: 500 }]), null],
  ["of a copy in the place of lost sound", entryOf("e", [{ ...part, copyBytes: 500 }]), empty],
  ["while it is recorded", entryOf("e", [{ ...part, isRecording: true }]), undefined],
] as const)("the date and the length are marked as not checked %s", (_when, one, found) => {
  expect(seen(one, found).isChecked).toBe(false);
});

test("a part that holds a header alone is not listed as sound, and is deleted with the others", () => {
  const parts = [
    { id: "one", at: at - 5_000, seconds: 0, bytes: 797 },
    { id: "two", at, seconds: 3, bytes: 12_000 },
  ];
  const both = entryOf("e", [part, { ...part, id: "two" }]);
  const shown = checkedEntry(both, { ...whole, parts });
  expect(shown.sounding.map(({ id }) => id)).toEqual(["two"]);
  expect(shown.parts).toHaveLength(2);
  expect(shown).toMatchObject({ duration: 3, bytes: 12_000, isChecked: true });
  expect(shown.recordedAt).toBe("2026-11-21T10:00:00.000Z");
  expect(partsText(shown)).toBeNull();
});

test("a recording of headers alone is said to hold no sound, and not to be saved or lost", () => {
  const parts = [{ id: "one", at, seconds: 0, bytes: 797 }];
  expect(seen(entry, { ...whole, parts })).toMatchObject({
    isLost: true,
    bytes: 0,
    says: "No sound was recorded",
  });
});

test("a time that the server confirmed is said as it is: at the end, later, or not checked", () => {
  // In the form of the list's other times, whatever the browser's language is.
  const clock = new Date(at).toLocaleTimeString([], { timeStyle: "medium" });
  const day = new Date(at).toLocaleString([], { dateStyle: "medium", timeStyle: "medium" });
  expect(confirmedText(confirmed(2_000))).toBe(`Time confirmed until ${clock}`);
  expect(confirmedText(confirmed(7_200_000))).toBe(`Time confirmed later: it was there on ${day}`);
  // A clock of this device that is ahead is no reason to say less than the server did.
  expect(confirmedText(confirmed(-7_200_000))).toMatch(/^Time confirmed later/);
  expect(confirmedText(confirmed(2_000, false))).toBe(
    "A time receipt is kept, and not checked on this device",
  );
});

test.each([
  ["that was not confirmed", check],
  ["that was changed", { ...confirmed(0), isAltered: true }],
  ["of which seconds are missing", { ...confirmed(0), missingSeconds: 1 }],
  ["whose check has no end", undefined],
  ["that could not be read", "unread" as const],
  ["of which a copy is left", null],
])("of a recording %s no time is said", (_, found) => {
  expect(confirmedText(found)).toBeNull();
});
