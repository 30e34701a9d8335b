/** Sounds for the spotter's measurement: takes, phrases in noise, and hours of other speech. */

import { inNoise, noise, sentence, speak, speechPower } from "./speech.mjs";

/** Samples a second that the spotter hears. */
export const RATE = 16_000;

/** Makes `say`, which speaks at 16 kHz, from the product's own resampler. */
export function speaker(resampler) {
  return (text, options) => resampler(22_050)(speak(text, options));
}

/** One after the other. */
export function joined(pieces) {
  const all = new Float32Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** Five takes as the enrolment asks for them, in a quiet room; the last one is whispered. */
export function takes(say, phrase, voice, random) {
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
export function quietly(speech, random) {
  return inNoise(speech, { decibels: 35, before: 1, after: 1, rate: RATE, random });
}

/** How somebody may speak: faster or slower, higher or lower. */
function anyWay(voice, random) {
  const speed = 125 + Math.floor(80 * random());
  return { voice, speed, pitch: 30 + Math.floor(45 * random()) };
}

/** Minutes of other speech in pieces of a minute, half of them in noise. */
export function otherSpeech(say, voice, minutes, random) {
  return Array.from({ length: minutes }, (_, minute) => {
    const pieces = [];
    let length = 0;
    while (length < 60 * RATE) {
      const way = anyWay(voice, random);
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

/** The phrase `count` times at many speeds and pitches, for each noise level. */
export function spokenPhrases(say, phrase, voice, { levels, count, random, babble }) {
  return levels.map((decibels) =>
    Array.from({ length: count }, (_, index) => {
      const way = anyWay(voice, random);
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
