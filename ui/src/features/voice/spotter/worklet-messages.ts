/** The messages between the page and the audio thread. */
import type { SpokenPhrase } from "./spotter.ts";

/** Name under which the processor is registered. */
export const PROCESSOR = "voice";

/** `spot` listens for a phrase, `forward` posts the samples, `rest` does neither. */
export type ToWorklet =
  | { readonly type: "spot"; readonly phrase: SpokenPhrase }
  | { readonly type: "forward" }
  | { readonly type: "rest" };

export type FromWorklet =
  | { readonly type: "alive" }
  | { readonly type: "spotted" }
  | { readonly type: "samples"; readonly samples: Float32Array };
