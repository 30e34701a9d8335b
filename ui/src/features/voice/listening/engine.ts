/** Which engine listens, and to what: by what the device can do rather than by what it claims. */
import type { VoiceDevices } from "../devices.ts";
import { type WakeChoice, wakeWords } from "./wake-words.ts";

/** What was found out about the device. */
export interface VoiceProbe {
  /** Whether the browser has speech recognition at all. */
  readonly hasRecognition: boolean;
  /** Whether recognition of the language runs on the device itself and is ready. */
  readonly isRecognitionLocal: boolean;
  readonly isOnline: boolean;
  /** iPhone or iPad. */
  readonly isApple: boolean;
  /** Whether the browser is Safari itself; others on an iPhone expose recognition that never works. */
  readonly isSafari: boolean;
  readonly isStandalone: boolean;
  /** Whether a phrase was trained for the spotter. */
  readonly isEnrolled: boolean;
  /** Whether sound can be examined on this device. */
  readonly hasWorklet: boolean;
}

/** Asks the device; `isEnrolled` is whether a phrase was trained. */
export async function probeDevice(devices: VoiceDevices, isEnrolled: boolean): Promise<VoiceProbe> {
  return {
    hasRecognition: devices.hasSpeechRecognition(),
    isRecognitionLocal: await devices.isSpeechLocal(),
    isOnline: devices.isOnline(),
    isApple: devices.isApplePhone(),
    isSafari: devices.isSafari(),
    isStandalone: devices.isStandalone(),
    isEnrolled,
    hasWorklet: devices.canCapture(),
  };
}

/**
 * `spotter`: our own, on the device; `recognition-local` and `recognition-remote`: the browser's,
 * on the device or through its speech service; `none`: nothing here can listen.
 */
export type Engine = "spotter" | "recognition-local" | "recognition-remote" | "none";

/** The engine to use. */
export function chooseEngine(probe: VoiceProbe): Engine {
  if (probe.isEnrolled && probe.hasWorklet) return "spotter";
  if (!probe.hasRecognition) return "none";
  // Installed on an iPhone, recognition starts and then hangs without a word.
  if (probe.isApple && (probe.isStandalone || !probe.isSafari)) return "none";
  if (probe.isRecognitionLocal) return "recognition-local";
  return probe.isOnline ? "recognition-remote" : "none";
}

/** What is listened for. */
export interface Target {
  readonly engine: Engine;
  /** The trained phrase for the spotter, the wake words for recognition; none without an engine. */
  readonly words: readonly string[];
}

/** What is listened for on this device: the one answer, for the engines and for what screens say of them. */
export function targetOf(probe: VoiceProbe, choice: WakeChoice, phrase: string | null): Target {
  const engine = chooseEngine(probe);
  switch (engine) {
    case "spotter":
      return { engine, words: phrase === null ? [] : [phrase] };
    case "recognition-local":
    case "recognition-remote":
      return { engine, words: wakeWords(choice) };
    case "none":
      return { engine, words: [] };
  }
}

/** Where the sound goes, for the person. */
export function whereSoundGoes(engine: Engine): string {
  switch (engine) {
    case "spotter":
      return "Your phrase is recognised on this device. No sound leaves it.";
    case "recognition-local":
      return "Your browser recognises speech on this device. No sound leaves it.";
    case "recognition-remote":
      return "While listening, your browser sends what the microphone hears to its speech service.";
    case "none":
      return "This browser cannot recognise speech here. Train a phrase on this device instead.";
  }
}
