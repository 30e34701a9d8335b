/** Claims about the numbers made of sound: spectrum, rate, features. */
import { expect, test } from "vitest";
import { featureStream, WIDTH } from "./feature-stream.ts";
import { powerSpectrum } from "./fft.ts";
import { resampler } from "./resample.ts";
import { vectorsOf } from "./spotter.ts";
import { joined, quiet, say } from "./synthetic-voice.ts";
import { atOnce } from "./work.ts";

const tone = (hz: number, rate: number, length: number) =>
  Float32Array.from({ length }, (_, i) => Math.sin((2 * Math.PI * hz * i) / rate));

test("the spectrum of a tone has its peak at the tone", () => {
  const out = new Float32Array(257);
  powerSpectrum(512).into(tone(1_000, 16_000, 512), out);
  expect(out.indexOf(Math.max(...out))).toBe(32);
  expect(out[32]).toBeCloseTo((512 / 2) ** 2, -1);
});

test.each([48_000, 44_100, 22_050])(
  "a tone at %d Hz sampling keeps its pitch at 16 kHz",
  (rate) => {
    const out = resampler(rate)(tone(1_000, rate, rate));
    expect(out.length).toBeGreaterThan(15_900);
    const expected = tone(1_000, 16_000, 16_000);
    const middle = out.subarray(1_000, 1_016);
    const power = middle.reduce((sum, sample) => sum + sample * sample, 0) / middle.length;
    const spectrum = new Float32Array(257);
    powerSpectrum(512).into(out.slice(1_000, 1_512), spectrum);
    expect(spectrum.indexOf(Math.max(...spectrum))).toBe(32);
    expect(power).toBeCloseTo(expected.subarray(0, 16).reduce((s, x) => s + x * x, 0) / 16, 1);
  },
);

test("frequencies above 8 kHz are filtered out and do not alias", () => {
  const out = resampler(48_000)(tone(11_000, 48_000, 48_000));
  const loudest = out.slice(500, 15_000).reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  expect(loudest).toBeLessThan(0.01);
});

test("features do not depend on how the samples are cut into blocks", () => {
  const speech = say("amosie");
  const rows: number[] = [];
  const stream = featureStream();
  for (let i = 0; i < speech.length; i += 128) {
    stream.push(speech.subarray(i, i + 128), (vector) => rows.push(...vector));
  }
  expect(Float32Array.from(rows)).toEqual(atOnce(vectorsOf(speech)));
});

test("features do not depend on the loudness", () => {
  const near = joined(quiet(0.5), say("amosie"));
  const far = atOnce(vectorsOf(near.map((sample) => sample / 4)));
  const same = atOnce(vectorsOf(near)).map((value, i) => Math.abs(value - (far[i] as number)));
  expect(Math.max(...same)).toBeLessThan(0.02);
});

test("each vector has unit length", () => {
  const vectors = atOnce(vectorsOf(say("amosie")));
  for (let i = 0; i < vectors.length; i += WIDTH) {
    const square = vectors.subarray(i, i + WIDTH).reduce((sum, x) => sum + x * x, 0);
    expect(square).toBeCloseTo(1, 3);
  }
});
