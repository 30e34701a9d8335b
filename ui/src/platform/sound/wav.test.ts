/** Claims about sound that is written as a WAV file while it grows. */
import { expect, test } from "vitest";
import { pcm, wavHead } from "./wav.ts";

const text = (bytes: Uint8Array, at: number) =>
  new TextDecoder().decode(bytes.subarray(at, at + 4));

test("the beginning names format, rate and width, and no length", () => {
  const head = wavHead(16_000);
  expect([text(head, 0), text(head, 8), text(head, 12), text(head, 36)]).toEqual([
    "RIFF",
    "WAVE",
    "fmt ",
    "data",
  ]);
  const view = new DataView(head.buffer);
  expect([view.getUint32(24, true), view.getUint32(28, true)]).toEqual([16_000, 32_000]);
  expect(view.getUint32(40, true)).toBe(0xffff_ffff);
});

test("samples keep their sign, and too loud ones are clipped", () => {
  const view = new DataView(pcm(new Float32Array([0, 0.5, -1, 9])).buffer);
  expect([0, 2, 4, 6].map((at) => view.getInt16(at, true))).toEqual([0, 16_384, -32_767, 32_767]);
});
