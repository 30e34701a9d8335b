/** The spotter's audio worklet: takes samples on the audio thread, and reports when the phrase was spoken. */
import { resampler } from "./resample.ts";
import { type SpokenPhrase, spotter } from "./spotter.ts";
import type { FromWorklet, ToWorklet } from "./worklet-messages.ts";

declare const sampleRate: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, type: new () => AudioWorkletProcessor): void;

/** Samples at 16 kHz between two signs of life (half a second). */
const PULSE = 8_000;

/** Samples in one message to the page (a tenth of a second). */
const BLOCK = 1_600;

class VoiceProcessor extends AudioWorkletProcessor {
  private readonly toSixteen = resampler(sampleRate);
  private push: ((samples: Float32Array) => boolean) | null = null;
  private isForwarding = false;
  private count = 0;
  private peak = 0;
  private readonly block = new Float32Array(BLOCK);
  private filled = 0;

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<ToWorklet>) => {
      this.isForwarding = data.type === "forward";
      this.push = data.type === "spot" ? spotting(data.phrase) : null;
    };
  }

  /** Called for every 128 samples of the microphone; true keeps the processor alive. */
  process(inputs: Float32Array[][]): boolean {
    const channel = inputs[0]?.[0];
    if (channel === undefined) return true;
    for (const sample of channel) this.peak = Math.max(this.peak, Math.abs(sample));
    const samples = this.toSixteen(channel);
    if (this.isForwarding) this.forward(samples);
    if (this.push?.(samples)) this.say({ type: "spotted" });
    this.count += samples.length;
    if (PULSE <= this.count) {
      this.count = 0;
      this.say({ type: "alive", peak: this.peak });
      this.peak = 0;
    }
    return true;
  }

  /** Posts samples in blocks: a message for each call would be 375 a second at 48 kHz. */
  private forward(samples: Float32Array): void {
    for (const sample of samples) {
      this.block[this.filled] = sample;
      this.filled += 1;
      if (this.filled < this.block.length) continue;
      this.say({ type: "samples", samples: this.block.slice() });
      this.filled = 0;
    }
  }

  private say(message: FromWorklet): void {
    this.port.postMessage(message);
  }
}

function spotting(phrase: SpokenPhrase): (samples: Float32Array) => boolean {
  return spotter(phrase).push;
}

registerProcessor("voice", VoiceProcessor);
