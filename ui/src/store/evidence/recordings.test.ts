/** Claims about the bounded mirror of the recordings in local storage. */
import { expect, test } from "vitest";
import { recordingLimits } from "#content/limits.ts";
import { fitted, type MirroredRecording, withoutOldestBlob } from "./recordings.ts";

const entry = (id: string, characters: number): MirroredRecording => ({
  id,
  emergencyEventId: "e",
  audioBlob: "x".repeat(characters),
  duration: 1,
  mimeType: "audio/webm;codecs=opus",
  recordedAt: "2026-11-21T10:00:00.000Z",
  isProcessed: false,
});
const both = new Set(["a", "b"]);
const sizes = (list: readonly MirroredRecording[]) =>
  list.map((one) => [one.id, one.audioBlob.length, one.audioRef ?? ""]);

test("a new sound that does not fit replaces the oldest ones, which become references", () => {
  const list = [entry("a", 40), entry("b", 40)];
  expect(sizes(fitted(list, entry("c", 50), both, 100))).toEqual([
    ["a", 0, "idb:a"],
    ["b", 40, ""],
    ["c", 50, ""],
  ]);
});

test("a sound longer than the whole limit becomes a reference itself, and no entry is lost", () => {
  expect(sizes(fitted([entry("a", 90)], entry("b", 101), both, 100))).toEqual([
    ["a", 90, ""],
    ["b", 0, "idb:b"],
  ]);
});

test("a sound that no other home was found to have stays, and the new one becomes a reference", () => {
  const list = [entry("a", 40), entry("b", 40)];
  expect(sizes(fitted(list, entry("c", 50), new Set(["b"]), 100))).toEqual([
    ["a", 40, ""],
    ["b", 0, "idb:b"],
    ["c", 50, ""],
  ]);
  expect(sizes(fitted(list, entry("c", 50), new Set(), 100))).toEqual([
    ["a", 40, ""],
    ["b", 40, ""],
    ["c", 0, "idb:c"],
  ]);
});

test("the same recording again replaces its entry", () => {
  expect(sizes(fitted([entry("a", 10), entry("b", 5)], entry("a", 20), both, 100))).toEqual([
    ["b", 5, ""],
    ["a", 20, ""],
  ]);
});

test("a list without sound has nothing left to replace", () => {
  const bare = withoutOldestBlob([entry("a", 3)], both);
  expect(bare && withoutOldestBlob(bare, both)).toBeNull();
});

test("the limit leaves room for everything else in five million characters", () => {
  expect(recordingLimits.mirrorMaximumCharacters).toBe(3_500_000);
});
