/** A melody for the fake microphone, a tone each second, and how to find it in a recording. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Samples in a second, of the file and of what is decoded. */
export const sampleRate = 48_000;
/** One second of each, again and again; no two are whole multiples of each other. */
const melody = [310, 430, 570, 730, 890, 1_070];

/** A mono 16-bit WAV file of the melody. */
function melodyFile(): Buffer {
  const samples = melody.length * sampleRate;
  const file = Buffer.alloc(44 + samples * 2);
  file.write("RIFF", 0);
  file.writeUInt32LE(36 + samples * 2, 4);
  file.write("WAVEfmt ", 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write("data", 36);
  file.writeUInt32LE(samples * 2, 40);
  for (let at = 0; at < samples; at += 1) {
    const hertz = melody[Math.floor(at / sampleRate)] ?? 0;
    const level = Math.sin((2 * Math.PI * hertz * at) / sampleRate) * 0.4;
    file.writeInt16LE(Math.round(level * 32_767), 44 + at * 2);
  }
  return file;
}

/** How strong a tone is in samples (Goertzel). */
function strength(samples: Float32Array, hertz: number): number {
  const turn = 2 * Math.cos((2 * Math.PI * hertz) / sampleRate);
  let last = 0;
  let before = 0;
  for (const sample of samples) {
    const now = sample + turn * last - before;
    before = last;
    last = now;
  }
  return last * last + before * before - turn * last * before;
}

/** The melody's tone (its place in the melody) in each quarter of a second, or null where none stands out. */
export function tonesIn(samples: Float32Array): (number | null)[] {
  const size = sampleRate / 4;
  const tones: (number | null)[] = [];
  for (let at = 0; at + size <= samples.length; at += size) {
    const window = samples.subarray(at, at + size);
    const strengths = melody.map((hertz) => strength(window, hertz));
    const best = strengths.indexOf(Math.max(...strengths));
    const others = strengths.reduce((sum, value) => sum + value, 0) - (strengths[best] ?? 0);
    tones.push((strengths[best] ?? 0) > others * 4 ? best : null);
  }
  return tones;
}

/** What is heard of the melody in samples: a quarter of a second in which one tone follows another may match neither. */
export function melodyIn(samples: Float32Array) {
  const tones = tonesIn(samples);
  const heard = tones.filter((tone) => tone !== null);
  const changes = heard.slice(1).flatMap((tone, at) => {
    const before = heard[at] ?? tone;
    return before === tone ? [] : [{ before, tone }];
  });
  return {
    seconds: samples.length / sampleRate,
    /** The part of it in which a tone stands out. */
    share: heard.length / tones.length,
    changes: changes.length,
    isInOrder: changes.every(({ before, tone }) => tone === (before + 1) % melody.length),
  };
}

/** The flag with which Chromium's microphone plays the melody, again and again from each opening. */
export async function melodyFlag({ folder }: { folder: string }): Promise<string[]> {
  const file = join(folder, "melody.wav");
  await writeFile(file, melodyFile());
  return [`--use-file-for-fake-audio-capture=${file}`];
}
