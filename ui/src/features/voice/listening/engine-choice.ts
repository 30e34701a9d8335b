/** Chooses what listens, by what the device really can do rather than by what it claims. */

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
  /** Whether the wanted phrase was enrolled for the local spotter. */
  readonly isEnrolled: boolean;
  /** Whether sound can be examined on this device. */
  readonly hasWorklet: boolean;
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

/** Where the sound goes, in plain words. */
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
