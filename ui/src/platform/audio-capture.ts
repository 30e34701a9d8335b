/** Runs the microphone's sound through a worklet, off the page's own thread. */
import { closeStream, openMicrophone } from "./microphone.ts";
import { trustedScriptUrl } from "./trusted-scripts.ts";

/** Sound on its way through a worklet. */
export interface Capture {
  /** Sends the worklet something to work with. */
  readonly tell: (message: unknown) => void;
  readonly close: () => Promise<void>;
}

/** What a capture reports. */
export interface CaptureEvents {
  /** What the worklet says. */
  readonly said: (message: unknown) => void;
  /** The microphone went away: another app has it, or it was unplugged. */
  readonly lost: () => void;
}

/** Whether this browser can examine sound. */
export function canCapture(): boolean {
  return typeof AudioWorkletNode !== "undefined" && navigator.mediaDevices !== undefined;
}

/** Opens the microphone into the processor `name` of the worklet at `url`; throws a MicrophoneError. */
export async function captureSound(
  url: string,
  name: string,
  events: CaptureEvents,
): Promise<Capture> {
  const stream = await openMicrophone();
  const context = new AudioContext();
  const close = async () => {
    closeStream(stream);
    await context.close().catch(() => undefined);
  };
  try {
    await context.audioWorklet.addModule(trustedScriptUrl(url));
    const node = new AudioWorkletNode(context, name, { numberOfOutputs: 0 });
    node.port.onmessage = (event) => events.said(event.data);
    context.createMediaStreamSource(stream).connect(node);
    for (const track of stream.getAudioTracks()) {
      track.addEventListener("ended", events.lost);
    }
    // Without a tap the browser may hold the sound back until there is one.
    if (context.state !== "running") void context.resume().catch(() => undefined);
    return { tell: (message) => node.port.postMessage(message), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The loudest moment of the microphone within `ms`: the mean of the spectrum's bytes, 0 to 255. */
export async function loudestLevel(ms: number): Promise<number> {
  const stream = await openMicrophone();
  const context = new AudioContext();
  try {
    const analyser = context.createAnalyser();
    analyser.fftSize = 256;
    context.createMediaStreamSource(stream).connect(analyser);
    const bytes = new Uint8Array(analyser.frequencyBinCount);
    let loudest = 0;
    const end = performance.now() + ms;
    while (performance.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      analyser.getByteFrequencyData(bytes);
      const mean = bytes.reduce((sum, byte) => sum + byte, 0) / bytes.length;
      loudest = Math.max(loudest, mean);
    }
    return loudest;
  } finally {
    closeStream(stream);
    await context.close().catch(() => undefined);
  }
}
