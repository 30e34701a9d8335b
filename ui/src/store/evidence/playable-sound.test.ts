/** Claims about writing a recording's length into a copy of it. */
import { expect, test } from "vitest";
import { WAV_HEAD, wavHead } from "#platform/sound/wav.ts";
import { recordingOf } from "#test/recorded-sound.ts";
import { webmDuration, webmFile } from "#test/sound-files.ts";
import { playableSound, withWavLength } from "./playable-sound.ts";

test("the copy of a recording with a pause in it, as while the device slept, is as long as its times go", async () => {
  const [file, recording] = [webmFile({ clusterEvery: 1_000 }), recordingOf("e")];
  const chunks = [file.header, ...[0, 1, 77, 78].map(file.second)];
  for (const chunk of chunks) await recording.keep(chunk);
  await recording.close();
  const copy = await playableSound("e-1", async (piece) => piece);
  expect(webmDuration(new Uint8Array((await copy?.arrayBuffer()) ?? []))).toBeCloseTo(79_000, -3);
});

test("a copy has the file's length, and the original stays as it was", () => {
  const original = new Uint8Array([...wavHead(16_000), 1, 2]);
  const view = new DataView(withWavLength(original, 1_000).buffer);
  expect([view.getUint32(4, true), view.getUint32(40, true)]).toEqual([992, 1_000 - WAV_HEAD]);
  expect(new DataView(original.buffer).getUint32(40, true)).toBe(0xffff_ffff);
});

test("another format and a beginning that is cut short come back as they were", () => {
  for (const bytes of [new Uint8Array(60), wavHead(16_000).slice(0, 20), new Uint8Array()]) {
    expect(withWavLength(bytes, 1_000)).toEqual(bytes);
  }
});
