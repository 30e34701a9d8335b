#!/usr/bin/env node
/**
 * Measures the local voice spotter on espeak-ng speech and prints a table of misses.
 *
 * For each voice and phrase: five takes are enrolled, an hour of other speech sets the threshold at
 * which two false alarms an hour are left, and spoken phrases in noise show how many are missed.
 * `--short` measures less and ends with status 1 when the target is not reached.
 */

import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import {
  joined,
  otherSpeech,
  quietly,
  RATE,
  speaker,
  spokenPhrases,
  takes,
} from "./spotter/samples.mjs";
import { randomNumbers } from "./spotter/speech.mjs";

const SHORT = process.argv.includes("--short");
const DECIBELS = [20, 10, 5, 0];
const VOICES = ["en-us", "en-gb+f3", "en-gb-scotland+m3"].slice(0, SHORT ? 2 : 3);
const PHRASES = SHORT
  ? ["purple umbrella"]
  : [
      "help",
      "help me",
      "emergency help",
      "purple umbrella",
      "hey silent partner",
      "call my sister pineapple",
    ];
/** Said alone, after quiet, these must not pass for a phrase that they resemble. */
const NEAR = [
  "help",
  "help me",
  "emergency exit",
  "an emergency call",
  "purple jacket please",
  "the umbrella is there",
  "a purple umbrella stand",
  "hey simon parker",
  "hey silent partner",
  "call my brother later",
  "call my sister penelope",
  "emergency help",
  "somebody help them",
  "purple umbrella",
  "what time is dinner",
  "see you on saturday",
  "call my sister pineapple",
];
const SPOKEN = 30;
const HOURS = SHORT ? 0.5 : 1;
const ALARMS_PER_HOUR = 2;
/** The target: misses at 5 dB for every phrase that the product accepts. */
const TARGET_COLUMN = DECIBELS.indexOf(5);
const TARGET_MISSES = 0.05;
const NOISES = SHORT ? ["steady"] : ["steady", "babble"];

/** The product's own code, bundled for Node. */
const spotter = await load([
  "features/voice/spotter/spotter.ts",
  "features/voice/spotter/enrolment.ts",
  "features/voice/spotter/resample.ts",
  "features/voice/spotter/phrase-rules.ts",
  "features/voice/spotter/work.ts",
]);

async function load(files) {
  const ui = new URL("../ui/", import.meta.url);
  const { buildSync } = createRequire(new URL("package.json", ui))("esbuild");
  const contents = files.map((file) => `export * from "./${file}";`).join("\n");
  const built = buildSync({
    stdin: { contents, resolveDir: fileURLToPath(new URL("src", ui)) },
    bundle: true,
    format: "esm",
    write: false,
  });
  const code = Buffer.from(built.outputFiles[0].text).toString("base64");
  return import(`data:text/javascript;base64,${code}`);
}

const { atOnce } = spotter;
const say = speaker(spotter.resampler);

/** What a voice says besides the phrase: half a minute at the enrolment, and the hours of the test. */
function otherVoice(voice) {
  const random = randomNumbers(11);
  const minutes = otherSpeech(say, voice, Math.round(60 * HOURS), random);
  const vectors = minutes.map((minute) => atOnce(spotter.vectorsOf(minute)));
  const ordinary = otherSpeech(say, voice, 1, randomNumbers(5))[0].subarray(0, 30 * RATE);
  return { vectors: joined(vectors), babble: minutes[0], ordinary };
}

/** Lowest cost of each window of two seconds: what a threshold would have to stay under. */
function windowLows(takes, vectors) {
  const costs = atOnce(spotter.hitCosts(takes, vectors));
  const lows = [];
  for (let i = 0; i < costs.length; i += 200) lows.push(Math.min(...costs.subarray(i, i + 200)));
  return lows.sort((a, b) => a - b);
}

const lowest = (enrolled, heard) =>
  Math.min(...atOnce(spotter.hitCosts(enrolled.takes, atOnce(spotter.vectorsOf(heard)))));

function measure(phrase, voice, other) {
  const random = randomNumbers(7);
  const enrolled = atOnce(spotter.enrolment(takes(say, phrase, voice, random), other.ordinary));
  const lows = windowLows(enrolled.takes, other.vectors);
  const oracle = lows[Math.floor(ALARMS_PER_HOUR * HOURS)];
  const alarms = lows.filter((low) => low < enrolled.threshold).length / HOURS;
  const near = NEAR.filter((other) => other !== phrase).map((other) =>
    say(other, { voice, speed: 160, pitch: 50 }),
  );
  const taken =
    near.filter((other) => lowest(enrolled, quietly(other, random)) < enrolled.threshold).length /
    near.length;
  const rows = NOISES.map((noise) => {
    const babble = noise === "babble" ? other.babble : undefined;
    const conditions = { levels: DECIBELS, count: SPOKEN, random, babble };
    const costs = spokenPhrases(say, phrase, voice, conditions).map((group) =>
      group.map((heard) => lowest(enrolled, heard)),
    );
    const misses = (limit) =>
      costs.map((group) => group.filter((cost) => limit <= cost).length / group.length);
    return { noise, oracle: misses(oracle), product: misses(enrolled.threshold) };
  });
  return { phrase, voice, enrolled, alarms, taken, rows };
}

function print({ phrase, voice, enrolled, alarms, taken, rows }) {
  for (const { noise, oracle, product } of rows) {
    const percent = (share) => `${Math.round(100 * share)}%`.padStart(5);
    const cells = [oracle, product].map((misses) => misses.map(percent).join(""));
    const alarmsText = alarms.toFixed(1).padStart(5);
    console.log(
      `${phrase.padEnd(25)}${voice.padEnd(18)}${noise.padEnd(8)}${enrolled.strength.padEnd(7)}|${cells[0]} |${alarmsText} |${cells[1]} |${percent(taken)}`,
    );
  }
}

console.log(
  `Misses of ${SPOKEN} at ${DECIBELS.join(", ")} dB, speed 125 to 205 words a minute; ${HOURS} h of other speech a voice.`,
);
console.log(
  `Left: threshold at ${ALARMS_PER_HOUR} false alarms an hour. Right: threshold of the enrolment, with its false alarms an hour; last, how many of ${NEAR.length - 1} similar phrases, said alone, pass for it.`,
);
let isMet = true;
for (const voice of VOICES) {
  const other = otherVoice(voice);
  for (const phrase of PHRASES) {
    const result = measure(phrase, voice, other);
    print(result);
    const isTrusted = spotter.phraseProblem(phrase) === null;
    const steady = result.rows[0];
    isMet &&=
      !isTrusted ||
      [steady.oracle, steady.product].every((misses) => misses[TARGET_COLUMN] <= TARGET_MISSES);
    isMet &&= !isTrusted || result.alarms <= ALARMS_PER_HOUR;
  }
}
console.log(
  isMet
    ? "Target reached."
    : `Target missed: at most ${100 * TARGET_MISSES}% at 5 dB and ${ALARMS_PER_HOUR} false alarms an hour.`,
);
process.exitCode = isMet ? 0 : 1;
