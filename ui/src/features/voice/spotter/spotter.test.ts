/** Claims about spotting and enrolling a phrase, on a synthetic voice. */
import { expect, test, vi } from "vitest";
import { enrolment, takeProblem } from "./enrolment.ts";
import { SAMPLE_RATE } from "./mfcc.ts";
import { hitCosts, spotter, vectorsOf } from "./spotter.ts";
import { steadyNoise } from "./steady-noise.ts";
import { joined, type Manner, quiet, say } from "./synthetic-voice.ts";
import { templateOf, templateSeconds } from "./take.ts";
import { atOnce } from "./work.ts";

// A minute of sound is examined here; a busy machine may take its time.
vi.setConfig({ testTimeout: 60_000 });

const PHRASE = "amosiemu";
const MANNERS: readonly Manner[] = [
  { pitch: 120 },
  { pitch: 112, pace: 0.13 },
  { pitch: 128, pace: 0.11 },
  { pitch: 140, level: 0.4 },
  { pitch: 100, pace: 0.125, level: 0.1 },
];
const inQuiet = (speech: Float32Array) => joined(quiet(1), speech, quiet(1));
const takes = MANNERS.map((manner) => inQuiet(say(PHRASE, manner)));
const ordinary = joined(
  ...["sumi oae isu ", "emao usi aom ", "iesa mou sae ", "oimu easi um "].flatMap((words, i) => [
    say(words.repeat(4), { pitch: 110 + 8 * i, pace: 0.1 + 0.01 * i }),
    quiet(0.5),
  ]),
);
const enrol = (recorded: readonly Float32Array[], talk: Float32Array) =>
  atOnce(enrolment(recorded, talk));
const enrolled = enrol(takes, ordinary);

/** How often the enrolled phrase is spotted, with the sound arriving as a worklet gets it. */
function hits(sound: Float32Array): number {
  const listening = spotter(enrolled);
  let count = 0;
  for (let i = 0; i < sound.length; i += 128) {
    if (listening.push(sound.subarray(i, i + 128))) count += 1;
  }
  return count;
}

test("the trained phrase is spotted once each time it is said, also faster and slower", () => {
  const said = [0.09, 0.12, 0.15].map((pace) => inQuiet(say(PHRASE, { pace, pitch: 124 })));
  expect(said.map(hits)).toEqual([1, 1, 1]);
  expect(hits(joined(...said))).toBe(3);
});

test("the phrase is spotted in steady noise 5 dB under it", () => {
  expect(hits(steadyNoise(inQuiet(say(PHRASE, { pitch: 118 })), 5))).toBe(1);
});

test("ordinary speech, silence and noise are not hits", () => {
  expect(hits(ordinary)).toBe(0);
  expect(hits(quiet(5))).toBe(0);
  expect(hits(new Float32Array(5 * SAMPLE_RATE))).toBe(0);
  expect(hits(steadyNoise(quiet(5), 0))).toBe(0);
});

test("a take matches itself at no cost", () => {
  const template = atOnce(templateOf(takes[0] as Float32Array));
  if (!template) throw new Error("The take holds speech.");
  const heard = atOnce(vectorsOf(takes[0] as Float32Array));
  const costs = atOnce(hitCosts([[template], [template]], heard));
  expect(Math.min(...costs)).toBeLessThan(0.05);
});

test("the silence around a take is cut off", () => {
  const template = atOnce(templateOf(takes[0] as Float32Array));
  expect(template && templateSeconds(template)).toBeCloseTo(PHRASE.length * 0.12, 1);
});

test("a take without speech, of one sound, or of a speech is refused with a reason", () => {
  expect(takeProblem(quiet(3))).toMatch(/Nothing was heard/);
  expect(takeProblem(inQuiet(say("am")))).toMatch(/too short/);
  expect(takeProblem(inQuiet(say("amosie".repeat(6))))).toMatch(/too long/);
  expect(takeProblem(takes[0] as Float32Array)).toBeNull();
});

test("takes that agree and differ from ordinary speech are strong", () => {
  expect(enrolled.strength).toBe("strong");
});

test("a phrase that is common in ordinary speech is weak", () => {
  const same = joined(...Array.from({ length: 6 }, (_, i) => inQuiet(say(PHRASE, MANNERS[i % 5]))));
  expect(enrol(takes, same).strength).toBe("weak");
});

test("takes that have nothing in common are weak", () => {
  const mixed = ["sumioaem", "imeosuai", "oaoaemim", "usieamoe", "eaiomusa"];
  expect(
    enrol(
      mixed.map((word) => inQuiet(say(word))),
      ordinary,
    ).strength,
  ).toBe("weak");
});
