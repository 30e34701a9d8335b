/** Records a few seconds as plain samples, for training a phrase. They are never stored. */
import { captureSound, keepMicrophone } from "#platform/sound/audio-capture.ts";
import { leaveMicrophone, takeMicrophone } from "#platform/sound/microphone.ts";
import { PROCESSOR } from "#platform/sound/worklet-samples.ts";
import { emergencyStateRecord } from "#store/emergency/emergency-state.ts";
import { SAMPLE_RATE } from "../spotter/mfcc.ts";
import type { FromWorklet, ToWorklet } from "../spotter/worklet-messages.ts";

/** How long the microphone may deliver nothing, in milliseconds. */
const SILENT_MS = 5_000;

/** Samples at 16 kHz; throws when the microphone does not open, is lost or is taken away, and when `signal` aborts. */
export async function recordSamples(
  seconds: number,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Float32Array> {
  const samples = new Float32Array(seconds * SAMPLE_RATE);
  let giveUp: (reason: Error) => void = () => undefined;
  const interrupted = new Promise<never>((_resolve, reject) => {
    giveUp = reject;
  });
  // It may be rejected before it is raced.
  interrupted.catch(() => undefined);
  signal.addEventListener("abort", () => giveUp(new Error("The screen was left.")));
  const user = {
    letGo: async () => {
      // Anybody else may be about to recognise speech, which a copy would make deaf.
      if (emergencyStateRecord.read().isLocked) keepMicrophone();
      giveUp(new Error("The microphone was needed elsewhere."));
    },
  };
  await takeMicrophone(user);
  let finish: () => void = () => undefined;
  const full = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let count = 0;
  let watch = setTimeout(() => giveUp(new Error("Nothing came from the microphone.")), SILENT_MS);
  const said = (message: unknown) => {
    const from = message as FromWorklet;
    // Blocks may still arrive when all samples are there; they are not reported.
    if (from.type !== "samples" || count === samples.length) return;
    clearTimeout(watch);
    watch = setTimeout(() => giveUp(new Error("The microphone fell silent.")), SILENT_MS);
    samples.set(from.samples.subarray(0, samples.length - count), count);
    count = Math.min(samples.length, count + from.samples.length);
    onProgress(count / samples.length);
    if (count === samples.length) finish();
  };
  const lost = () => giveUp(new Error("The microphone was lost."));
  try {
    const capture = await captureSound(__VOICE_WORKLET__, PROCESSOR, { said, lost });
    const forward: ToWorklet = { type: "forward" };
    capture.tell(forward);
    try {
      await Promise.race([full, interrupted]);
    } finally {
      await capture.close();
    }
    return samples;
  } finally {
    clearTimeout(watch);
    leaveMicrophone(user);
  }
}
