/** Claims about the bounded mirror of the recordings in local storage. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { recordingLimits } from "#content/limits.ts";
import {
  fitted,
  forgetMirrored,
  type MirroredRecording,
  mirrorRecording,
  noteProven,
  recordingsRecord,
  withoutOldestBlob,
} from "./recordings.ts";

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

describe("the list in local storage", () => {
  const texts = new Map<string, string>();
  let room = Number.POSITIVE_INFINITY;

  beforeEach(() => {
    texts.clear();
    room = Number.POSITIVE_INFINITY;
    const localStorage = {
      getItem: (key: string) => texts.get(key) ?? null,
      setItem: (key: string, text: string) => {
        if (text.length > room) throw new DOMException("full", "QuotaExceededError");
        texts.set(key, text);
      },
    };
    vi.stubGlobal("window", { localStorage });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  const kept = () => sizes(recordingsRecord.read());

  test("forgets a recording that was deleted, and no other", () => {
    recordingsRecord.write([entry("first", 1), entry("second", 1)]);
    forgetMirrored("first");
    expect(kept()).toEqual([["second", 1, ""]]);
  });

  test("gives up a sound that another home has where it is full, or else the new one", () => {
    recordingsRecord.write([entry("first", 1_000), entry("second", 1_000)]);
    room = 2_900;
    expect(mirrorRecording(entry("third", 1_000))).toBe(true);
    expect(kept()).toEqual([
      ["first", 1_000, ""],
      ["second", 1_000, ""],
      ["third", 0, "idb:third"],
    ]);
    noteProven("second");
    expect(mirrorRecording(entry("third", 1_000))).toBe(true);
    expect(kept()).toEqual([
      ["first", 1_000, ""],
      ["second", 0, "idb:second"],
      ["third", 1_000, ""],
    ]);
    room = 10;
    expect(mirrorRecording(entry("fourth", 1_000))).toBe(false);
  });
});
