/** Claims about the list of recordings. */
import { expect, test } from "vitest";
import type { RecordingRow } from "#store/evidence-database.ts";
import { countText, durationText, fileName, unionOf } from "./recording-list.ts";

const row = (id: string, recordedAt: string): RecordingRow => ({
  id,
  recordedAt,
  emergencyEventId: "e",
  part: 1,
  mimeType: "audio/webm",
  duration: 65,
  bytes: 3_000,
  status: "stopped",
  isProcessed: false,
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

test("a recording in both places is listed once, as the database has it", () => {
  const list = unionOf([row("a", "2026-01-01T00:00:00Z")], [mirrored("a", "2026-01-01T00:00:00Z")]);
  expect(list).toHaveLength(1);
  expect(list[0]?.bytes).toBe(3_000);
});

test("a recording that only the local list knows is shown with its estimated size", () => {
  expect(unionOf([], [mirrored("b", "2026-01-01T00:00:00Z")])[0]).toMatchObject({
    id: "b",
    bytes: 6,
  });
});

test("the newest recording comes first", () => {
  const list = unionOf(
    [row("old", "2026-01-01T00:00:00Z")],
    [mirrored("new", "2026-02-01T00:00:00Z")],
  );
  expect(list.map((one) => one.id)).toEqual(["new", "old"]);
});

test("a download is named by its day and id", () => {
  const [entry] = unionOf([row("abc", "2026-11-21T10:00:00Z")], []);
  expect(entry && fileName(entry, "webm")).toBe("recording-2026-11-21-abc.webm");
});

test("counts and durations are formatted", () => {
  expect([countText(0), countText(1), countText(2)]).toEqual([
    "0 recordings",
    "1 recording",
    "2 recordings",
  ]);
  expect([durationText(5), durationText(65.4)]).toEqual(["0:05", "1:05"]);
});
