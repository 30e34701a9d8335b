/** The messages between the page and the audio thread. */
import type { ForwardSamples, Samples } from "#platform/sound/worklet-samples.ts";
import type { SpokenPhrase } from "./spotter.ts";

/** `spot` listens for a phrase, `forward` posts the samples, `rest` does neither. */
export type ToWorklet =
  | { readonly type: "spot"; readonly phrase: SpokenPhrase }
  | ForwardSamples
  | { readonly type: "rest" };

export type FromWorklet =
  /** A sign of life; `peak` is the loudest sample since the one before, 0 to 1. */
  { readonly type: "alive"; readonly peak: number } | { readonly type: "spotted" } | Samples;
