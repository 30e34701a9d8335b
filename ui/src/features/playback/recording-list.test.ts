/** Claims about the list of recordings. */
import { expect, test } from "vitest";
import type { RecordingRow } from "#store/app-database.ts";
import {
  countText,
  durationText,
  entriesOf,
  fileName,
  partsText,
  secondsText,
  unionOf,
} from "./recording-list.ts";

const row = (id: string, recordedAt: string, emergencyEventId = "e"): RecordingRow => ({
  id,
  recordedAt,
  emergencyEventId,
  part: 1,
  mimeType: "audio/webm",
  duration: 65,
  bytes: 3_000,
  status: "stopped",
  isProcessed: true,
  head: "",
  previousHead: "",
});
const mirrored = (id: string, recordedAt: string) => ({
  id,
  recordedAt,
  emergencyEventId: "e",
  audioBlob: "data:audio/webm;base64,AAAAAAAA",
  duration: 1,
  mimeType: "audio/webm",
  isProcessed: true,
});

test("a part in both places is listed once, as the database has it", () => {
  const list = unionOf([row("a", "2026-01-01T00:00:00Z")], [mirrored("a", "2026-01-01T00:00:00Z")]);
  expect(list).toHaveLength(1);
  expect(list[0]?.bytes).toBe(3_000);
});

test("a part that only the local list knows is shown with its estimated size", () => {
  expect(unionOf([], [mirrored("b", "2026-01-01T00:00:00Z")])[0]).toMatchObject({
    id: "b",
    bytes: 6,
  });
});

test("the parts of an emergency are one recording, in their order and with what lies between them", () => {
  const parts = unionOf(
    [row("second", "2026-01-01T00:01:17Z"), row("third", "2026-01-01T00:02:22Z")],
    [mirrored("first", "2026-01-01T00:00:59Z")],
  );
  const [entry, ...others] = entriesOf(parts);
  expect(others).toEqual([]);
  expect(entry).toMatchObject({
    id: "e",
    recordedAt: "2026-01-01T00:00:59Z",
    duration: 131,
    bytes: 6_006,
    gapSeconds: 17,
    isRecording: false,
    isProcessed: true,
  });
  expect(entry?.parts.map(({ id }) => id)).toEqual(["first", "second", "third"]);
  expect(entry && partsText(entry)).toBe("3 parts, at least 17 seconds not recorded");
});

test("a recording is going on, or raw, when one of its parts is", () => {
  const parts = unionOf(
    [
      row("a", "2026-01-01T00:00:00Z"),
      { ...row("b", "2026-01-01T00:02:00Z"), status: "recording", isProcessed: false },
    ],
    [],
  );
  expect(entriesOf(parts)).toMatchObject([{ isRecording: true, isProcessed: false }]);
});

test("a clock that was set back makes no pause, and a single part has none", () => {
  const parts = [row("a", "2026-01-01T00:00:00Z"), row("b", "2026-01-01T00:00:10Z")];
  const [entry] = entriesOf(unionOf(parts, []));
  expect(entry && partsText(entry)).toBe("2 parts, no pause between them");
  const [single] = entriesOf(unionOf([row("a", "2026-01-01T00:00:00Z")], []));
  expect(single && partsText(single)).toBeNull();
});

test("the newest recording comes first", () => {
  const parts = unionOf(
    [row("old", "2026-01-01T00:00:00Z", "one"), row("new", "2026-02-01T00:00:00Z", "two")],
    [],
  );
  expect(entriesOf(parts).map((one) => one.id)).toEqual(["two", "one"]);
});

test("a download is named by its day and id", () => {
  const [part] = unionOf([row("abc", "2026-11-21T10:00:00Z")], []);
  expect(part && fileName(part)).toBe("export-2026-11-21-abc");
});

test("counts and durations are formatted", () => {
  expect([countText(0), countText(1), countText(2)]).toEqual([
    "0 recordings",
    "1 recording",
    "2 recordings",
  ]);
  expect([secondsText(1), secondsText(12)]).toEqual(["1 second", "12 seconds"]);
  expect([durationText(5), durationText(65.4)]).toEqual(["0:05", "1:05"]);
});
