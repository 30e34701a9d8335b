/** Speech and noise for the spotter's measurement: espeak-ng voices, ordinary sentences, noises. */

import { execFileSync } from "node:child_process";

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Speaks `text` with espeak-ng; the answer is samples at 22.05 kHz between -1 and 1. */
export function speak(text, { voice, speed, pitch, amplitude = 100 }) {
  const options = ["-v", voice, "-s", String(speed), "-p", String(pitch), "-a", String(amplitude)];
  const wave = execFileSync("espeak-ng", [...options, "--stdout", text], {
    maxBuffer: 256 * 1024 * 1024,
  });
  const start = wave.indexOf("data", 12, "latin1") + 8;
  return Float32Array.from(
    { length: Math.floor((wave.length - start) / 2) },
    (_, i) => wave.readInt16LE(start + 2 * i) / 32768,
  );
}

const PEOPLE = [
  "I",
  "you",
  "we",
  "they",
  "she",
  "he",
  "the neighbour",
  "my brother",
  "our teacher",
  "the driver",
  "nobody",
  "everyone",
  "your father",
  "the doctor",
  "a friend",
  "the woman next door",
  "his manager",
  "Alexander",
  "Penelope",
  "the children",
  "a visitor",
  "my grandmother",
];
const DEEDS = [
  "went to",
  "talked about",
  "forgot",
  "was looking for",
  "remembered",
  "wanted",
  "paid for",
  "came back from",
  "complained about",
  "could not find",
  "is waiting for",
  "really likes",
  "sold",
  "never mentioned",
  "was asking for",
  "dealt with",
  "wrote about",
  "cleaned",
  "took a picture of",
  "decided against",
  "is responsible for",
  "laughed about",
];
const THINGS = [
  "the supermarket",
  "a bottle of milk",
  "the telephone bill",
  "dinner on Saturday",
  "the raincoat",
  "a yellow jacket",
  "the holiday in Queensland",
  "the football game",
  "an old bicycle",
  "the kitchen window",
  "her computer",
  "the traffic near the hospital",
  "an apple cake",
  "the entrance hall",
  "the weather",
  "some work in the garden",
  "a funny movie",
  "the business meeting",
  "a television programme",
  "the railway station",
  "coffee and biscuits",
  "an appointment",
  "the electricity",
  "a library book",
  "the washing machine",
  "his vegetables",
];
const ENDS = [
  "",
  "",
  "yesterday",
  "in the morning",
  "as usual",
  "before the rain",
  "again",
  "last week",
  "without any reason",
  "at the end of the day",
  "if that is all right",
  "on Wednesday evening",
  "after the news",
  "for almost an hour",
  "because it was late",
  "with everybody else",
];

/** One ordinary sentence. Words of the phrases are left to the list of similar phrases. */
export function sentence(random) {
  const one = (list) => list[Math.floor(random() * list.length)];
  return `${one(PEOPLE)} ${one(DEEDS)} ${one(THINGS)} ${one(ENDS)}.`;
}

/** Noise of `length` samples with a mean power of one: "steady" (pink) or "babble" (given speech). */
export function noise(length, random, babble) {
  return scaled(babble ? chatter(length, random, babble) : pink(length, random), 1);
}

/** Pink noise by Paul Kellet's filter of white noise. */
function pink(length, random) {
  let [a, b, c] = [0, 0, 0];
  return Float32Array.from({ length }, () => {
    const white = 2 * random() - 1;
    a = 0.99765 * a + white * 0.099046;
    b = 0.963 * b + white * 0.2965164;
    c = 0.57 * c + white * 1.0526913;
    return a + b + c + white * 0.1848;
  });
}

/** Six people talking at once: pieces of other speech laid over each other. */
function chatter(length, random, speech) {
  const sum = new Float32Array(length);
  for (let voice = 0; voice < 6; voice++) {
    const from = Math.floor(random() * speech.length);
    for (let i = 0; i < length; i++) sum[i] += speech[(from + i) % speech.length];
  }
  return sum;
}

/** Power of the loud part of speech, so that pauses do not change what "5 dB" means. */
export function speechPower(samples) {
  const powers = [];
  for (let i = 0; i + 160 <= samples.length; i += 160)
    powers.push(power(samples.subarray(i, i + 160)));
  const peak = Math.max(...powers);
  const loud = powers.filter((p) => p > peak / 300);
  return loud.reduce((sum, p) => sum + p, 0) / Math.max(1, loud.length);
}

function power(samples) {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return sum / Math.max(1, samples.length);
}

function scaled(samples, wanted) {
  const factor = Math.sqrt(wanted / (power(samples) + 1e-12));
  return samples.map((sample) => sample * factor);
}

/** `samples` with quiet before and after, and noise `decibels` under the speech all the way. */
export function inNoise(samples, { decibels, before, after, rate, random, babble }) {
  const from = Math.round(before * rate);
  const mixed = new Float32Array(from + samples.length + Math.round(after * rate));
  const level = Math.sqrt(speechPower(samples) / 10 ** (decibels / 10));
  const hiss = noise(mixed.length, random, babble);
  for (let i = 0; i < mixed.length; i++) mixed[i] = hiss[i] * level;
  for (let i = 0; i < samples.length; i++) mixed[from + i] += samples[i];
  return mixed;
}
