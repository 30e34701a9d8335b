/** A short tone. Browsers play one only after a tap, and some of them not in a hidden page. */

import { playThroughSilence } from "./audio-session.ts";

/** How long each of its beeps is, and from the beginning of one to that of the next, in seconds. */
const BEEP_S = 0.18;
const EVERY_S = 0.3;

let context: AudioContext | null = null;

/** Lets the page play tones; only in answer to a tap. Resolves to whether the browser plays them. */
export async function unlockTone(): Promise<boolean> {
  try {
    // An iPhone plays it where its switch is on silent, too.
    playThroughSilence();
    context ??= new AudioContext();
    await context.resume();
    return context.state === "running";
  } catch {
    return false;
  }
}

function beep(on: AudioContext, at: number): void {
  const [source, volume] = [on.createOscillator(), on.createGain()];
  source.frequency.value = 880;
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(0.5, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + BEEP_S);
  source.connect(volume).connect(on.destination);
  source.start(at);
  source.stop(at + BEEP_S);
}

/** Plays so many beeps where that was allowed; never rejects. */
export async function playTone(beeps: number): Promise<void> {
  const on = context;
  if (on === null) return;
  // A call, or the system, may have stopped it.
  await on.resume().catch(() => undefined);
  for (let count = 0; count < beeps; count += 1) beep(on, on.currentTime + count * EVERY_S);
}
