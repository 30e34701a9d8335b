/** Microphone capture into an audio worklet. */

import { trustedScriptUrl } from "#platform/trusted-scripts.ts";
import { closeStream, handover, openMicrophone } from "./microphone.ts";

/** A running capture. */
export interface Capture {
  /** Posts a message to the worklet. */
  readonly tell: (message: unknown) => void;
  readonly close: () => Promise<void>;
}

/** The callbacks of a capture. */
export interface CaptureEvents {
  /** A message from the worklet. */
  readonly said: (message: unknown) => void;
  /** The microphone was lost: another app took it, or it was unplugged. */
  readonly lost: () => void;
  /** The device muted the microphone, as during a phone call, or opened it again. */
  readonly muted?: (isMuted: boolean) => void;
}

/** Opens the microphone into the processor `name` of the worklet at `url`; throws a `MicrophoneError`. */
export async function captureSound(
  url: string,
  name: string,
  events: CaptureEvents,
): Promise<Capture> {
  const stream = await openMicrophone();
  handover.from = stream;
  try {
    const { tell, close } = await captureStream(stream, url, name, events);
    return {
      tell,
      close: () => {
        closeStream(stream);
        return close();
      },
    };
  } catch (error) {
    closeStream(stream);
    throw error;
  }
}

/** How long a copy of the microphone waits for its next user, in milliseconds. */
const COPY_MS = 5_000;

/**
 * Keeps the microphone open for its next user, while a capture of it still is: Firefox for Android asks the person at each opening.
 */
export function keepMicrophone(): void {
  const { from, copy: before } = handover;
  if (!from?.active) return;
  if (before !== undefined) closeStream(before);
  const copy = from.clone();
  handover.copy = copy;
  setTimeout(() => handover.copy === copy && closeStream(copy), COPY_MS);
}

/** Sends a microphone that is open already into a worklet, as `captureSound` does; closing it is the caller's. */
export async function captureStream(
  stream: MediaStream,
  url: string,
  name: string,
  events: CaptureEvents,
): Promise<Capture> {
  const context = new AudioContext();
  const close = () => context.close().catch(() => undefined);
  try {
    await context.audioWorklet.addModule(trustedScriptUrl(url));
    const node = new AudioWorkletNode(context, name, { numberOfOutputs: 0 });
    node.port.onmessage = (event) => events.said(event.data);
    context.createMediaStreamSource(stream).connect(node);
    for (const track of stream.getAudioTracks()) {
      track.addEventListener("ended", events.lost);
      track.addEventListener("mute", () => events.muted?.(true));
      track.addEventListener("unmute", () => events.muted?.(false));
      if (track.muted) events.muted?.(true);
    }
    // The browser may suspend audio until a tap.
    if (context.state !== "running") void context.resume().catch(() => undefined);
    return { tell: (message) => node.port.postMessage(message), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The microphone's loudest level within `ms`: the mean of the spectrum's bytes, 0 to 255. */
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
