/** The spotter's place on the sound thread: hears samples, says when the phrase was spoken. */
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

class VoiceProcessor extends AudioWorkletProcessor {
  private readonly toSixteen = resampler(sampleRate);
  private push: ((samples: Float32Array) => boolean) | null = null;
  private isForwarding = false;
  private count = 0;

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
    const samples = this.toSixteen(channel);
    if (this.isForwarding) this.say({ type: "samples", samples: samples.slice() });
    if (this.push?.(samples)) this.say({ type: "spotted" });
    this.count += samples.length;
    if (PULSE <= this.count) {
      this.count = 0;
      this.say({ type: "alive" });
    }
    return true;
  }

  private say(message: FromWorklet): void {
    this.port.postMessage(message);
  }
}

function spotting(phrase: SpokenPhrase): (samples: Float32Array) => boolean {
  return spotter(phrase).push;
}

registerProcessor("voice", VoiceProcessor);
