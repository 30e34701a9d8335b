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
import { inNoise, noise, randomNumbers, sentence, speak, speechPower } from "./spotter-speech.mjs";

const SHORT = process.argv.includes("--short");
const RATE = 16_000;
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
const spotter = await load(["spotter", "enrolment", "resample", "phrase-rules"]);

async function load(names) {
  const ui = new URL("../ui/", import.meta.url);
  const { buildSync } = createRequire(new URL("package.json", ui))("esbuild");
  const folder = fileURLToPath(new URL("src/features/voice/spotter/", ui));
  const contents = names.map((name) => `export * from "./${name}.ts";`).join("\n");
  const built = buildSync({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    format: "esm",
    write: false,
  });
  const code = Buffer.from(built.outputFiles[0].text).toString("base64");
  return import(`data:text/javascript;base64,${code}`);
}

/** Speech at 16 kHz. */
function say(text, options) {
  return spotter.resampler(22_050)(speak(text, options));
}

function joined(pieces) {
  const all = new Float32Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  pieces.reduce((at, piece) => (all.set(piece, at), at + piece.length), 0);
  return all;
}

/** Five takes as the enrolment asks for them, in a quiet room; the last one is whispered. */
function takes(phrase, voice, random) {
  const ways = [
    { voice, speed: 165, pitch: 50 },
    { voice, speed: 150, pitch: 45 },
    { voice, speed: 180, pitch: 55 },
    { voice, speed: 160, pitch: 65, amplitude: 180 },
    { voice: `${voice.split("+")[0]}+whisper`, speed: 150, pitch: 50, amplitude: 60 },
  ];
  return ways.map((way) => quietly(say(phrase, way), random));
}

/** Speech in a quiet room, a second of quiet before and after it. */
function quietly(speech, random) {
  return inNoise(speech, { decibels: 35, before: 1, after: 1, rate: RATE, random });
}

/** What a voice says besides the phrase: half a minute at the enrolment, and the hours of the test. */
function otherVoice(voice) {
  const random = randomNumbers(11);
  const minutes = otherSpeech(voice, Math.round(60 * HOURS), random);
  const vectors = minutes.map((minute) => spotter.vectorsOf(minute));
  const ordinary = otherSpeech(voice, 1, randomNumbers(5))[0].subarray(0, 30 * RATE);
  return { vectors: joined(vectors), babble: minutes[0], ordinary };
}

/** Minutes of other speech in pieces of a minute, half of them in noise. */
function otherSpeech(voice, minutes, random) {
  return Array.from({ length: minutes }, (_, minute) => {
    const pieces = [];
    let length = 0;
    while (length < 60 * RATE) {
      const way = {
        voice,
        speed: 125 + Math.floor(80 * random()),
        pitch: 30 + Math.floor(45 * random()),
      };
      const text = Array.from({ length: minute % 3 === 2 ? 1 : 4 }, () => sentence(random)).join(
        " ",
      );
      const piece = say(text, way);
      // Every third minute people say something only now and then.
      const pause = new Float32Array(minute % 3 === 2 ? 2.5 * RATE : 0.3 * RATE);
      pieces.push(piece, pause);
      length += piece.length + pause.length;
    }
    const speech = new Float32Array(60 * RATE);
    let at = 0;
    for (const piece of pieces) {
      speech.set(piece.subarray(0, speech.length - at), at);
      at += Math.min(piece.length, speech.length - at);
    }
    const decibels = minute % 2 === 0 ? 35 : 20 * random();
    const level = Math.sqrt(speechPower(speech) / 10 ** (decibels / 10));
    const hiss = noise(speech.length, random);
    return speech.map((sample, i) => sample + level * hiss[i]);
  });
}

/** The phrase at many speeds and pitches, for each noise level. */
function spokenPhrases(phrase, voice, random, babble) {
  return DECIBELS.map((decibels) =>
    Array.from({ length: SPOKEN }, (_, index) => {
      const way = {
        voice,
        speed: 125 + Math.floor(80 * random()),
        pitch: 30 + Math.floor(45 * random()),
      };
      // Every second one comes in the middle of talk.
      const talk =
        index % 2 === 1 ? [say(sentence(random), way), new Float32Array(0.3 * RATE)] : [];
      return inNoise(joined([...talk, say(phrase, way)]), {
        decibels,
        before: 1.5,
        after: 0.7,
        rate: RATE,
        random,
        babble,
      });
    }),
  );
}

/** Lowest cost of each window of two seconds: what a threshold would have to stay under. */
function windowLows(takes, vectors) {
  const costs = spotter.hitCosts(takes, vectors);
  const lows = [];
  for (let i = 0; i < costs.length; i += 200) lows.push(Math.min(...costs.subarray(i, i + 200)));
  return lows.sort((a, b) => a - b);
}

const lowest = (enrolled, heard) =>
  Math.min(...spotter.hitCosts(enrolled.takes, spotter.vectorsOf(heard)));

function measure(phrase, voice, other) {
  const random = randomNumbers(7);
  const enrolled = spotter.enrol(takes(phrase, voice, random), other.ordinary);
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
    const costs = spokenPhrases(
      phrase,
      voice,
      random,
      noise === "babble" ? other.babble : undefined,
    ).map((group) => group.map((heard) => lowest(enrolled, heard)));
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
  `Left: threshold at ${ALARMS_PER_HOUR} false alarms an hour. Right: threshold of the enrolment, with its false alarms an hour; last, how many of ${NEAR.length} similar phrases, said alone, pass for it.`,
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
