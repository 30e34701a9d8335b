/** How the audio worklet is asked for the microphone's samples. */

/** Name under which its processor is registered. */
export const PROCESSOR = "voice";

/** Posts the samples from now on. */
export interface ForwardSamples {
  readonly type: "forward";
}

/** A tenth of a second of samples, from -1 to 1. */
export interface Samples {
  readonly type: "samples";
  readonly samples: Float32Array;
}

/** Samples a second. */
export const SAMPLE_RATE = 16_000;
