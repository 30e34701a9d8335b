/** Claims about where sound can begin after a gap. What a browser makes of it is tried in one. */
import { expect, test } from "vitest";
import { mp4File } from "#test/sound-files.ts";
import { soundAt } from "./sound-feed.ts";

test("a WebM cluster is found wherever it begins, and none where none does", () => {
  const cluster = [0x1f, 0x43, 0xb6, 0x75];
  const at = (bytes: readonly number[]) =>
    soundAt(Uint8Array.from(bytes), "audio/webm;codecs=opus");
  expect(at(cluster)).toBe(0);
  expect(at([1, 0x1f, 0x43, ...cluster, 9])).toBe(3);
  expect(at(cluster.slice(0, 3))).toBe(-1);
  expect(at([])).toBe(-1);
});

test("an MP4 fragment is found with the length before its name, and none where that is cut off", () => {
  const fragment = mp4File({ scale: 48_000 }).second(1);
  const at = (bytes: Uint8Array) => soundAt(bytes, "audio/mp4;codecs=mp4a.40.2");
  const start = at(fragment);
  expect(new DataView(fragment.buffer).getUint32(start)).toBeGreaterThan(8);
  expect(at(Uint8Array.from([1, 2, 3, ...fragment.subarray(start)]))).toBe(3);
  expect(at(fragment.subarray(start + 1))).toBe(-1);
});

test("sound of another kind begins nowhere", () => {
  expect(soundAt(Uint8Array.from([0x1f, 0x43, 0xb6, 0x75]), "audio/wav")).toBe(-1);
});
