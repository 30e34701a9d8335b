/**
 * What is heard now, and by which engine: by what the device can do rather than by what it claims; and what is heard beside the recorder.
 */
import { isLongEnough } from "#content/spoken-words.ts";
import type { VoiceDevices } from "../devices.ts";
import type { SharingAnswer } from "./sharing.ts";
import type { Engine, Target } from "./state.ts";
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
  /** Whether sound can be examined on this device. */
  readonly hasWorklet: boolean;
}

/** Asks the device. */
export async function probeDevice(devices: VoiceDevices): Promise<VoiceProbe> {
  return {
    hasRecognition: devices.hasSpeechRecognition(),
    isRecognitionLocal: await devices.isSpeechLocal(),
    isOnline: devices.isOnline(),
    isApple: devices.isApplePhone(),
    isSafari: devices.isSafari(),
    isStandalone: devices.isStandalone(),
    hasWorklet: devices.canCapture(),
  };
}

/** The browser's recognition, as far as it works here. */
function recognitionOf(probe: VoiceProbe): Engine | Extract<Target["missing"], string> {
  if (!probe.hasRecognition) return "recognition";
  // Installed on an iPhone, recognition starts and then hangs without a word.
  if (probe.isApple && (probe.isStandalone || !probe.isSafari)) return "recognition";
  if (probe.isRecognitionLocal) return "recognition-local";
  return probe.isOnline ? "recognition-remote" : "connection";
}

/**
 * What is heard on this device. The chosen words, with the trained phrase beside them; where they cannot be heard the
 * trained phrase instead, because hearing something else is better than hearing nothing, as long as every screen says
 * so. A person who chose the trained phrase was told that no sound leaves the device: recognition stays off.
 */
export function heardNow(probe: VoiceProbe, choice: WakeChoice, phrase: string | null): Target {
  const isTrained = phrase !== null && probe.hasWorklet;
  const isChosen = choice.wakeWordMode === "trained";
  const spotted = isTrained ? ({ engine: "spotter", words: [phrase] } as const) : null;
  const trained = { kind: "trained", missing: null, beside: null } as const;
  if (isChosen) {
    return spotted === null
      ? {
          ...trained,
          engine: "none",
          words: [],
          missing: probe.hasWorklet ? "phrase" : "spotter",
          unheard: null,
        }
      : { ...trained, ...spotted, unheard: "not-chosen" };
  }
  const engine = recognitionOf(probe);
  const kind = choice.wakeWordMode === "custom" ? "safe-word" : "phrases";
  const isWord = kind === "phrases" || isLongEnough(choice.safeWord);
  if (isWord && (engine === "recognition-local" || engine === "recognition-remote")) {
    const beside = isTrained ? phrase : null;
    return { engine, words: wakeWords(choice), kind, missing: null, beside, unheard: null };
  }
  if (spotted !== null) return { ...trained, ...spotted, unheard: "no-recognition" };
  const missing = !isWord ? "safe-word" : engine === "connection" ? "connection" : "recognition";
  return { engine: "none", words: [], kind, missing, beside: null, unheard: null };
}

/** What is known of the device's microphone. */
interface Shareable {
  /** What this session of the browser has seen. */
  readonly answer: SharingAnswer | null;
  /** Whether it is a phone, whose microphone may go silent for the recorder without an error. */
  readonly isPhone: boolean;
}

/**
 * What is heard along with the recorder, of what is heard otherwise; null when nothing can be. The trained phrase is
 * spotted in the recorder's own stream. Recognition opens a microphone of its own, which may take the recorder's away:
 * it goes on only where this session of the browser has seen both hear. Where no phrase is trained it is the only thing that
 * can hear, so on a computer it goes on until the recorder is seen to lose the microphone.
 */
export function besideRecorder(target: Target, { answer, isPhone }: Shareable): Target | null {
  if (target.engine === "spotter") return target;
  if (target.beside === null) {
    const isShared = answer === "shared" || (answer === null && !isPhone);
    return target.engine !== "none" && isShared ? target : null;
  }
  if (answer === "shared") return target;
  return {
    engine: "spotter",
    words: [target.beside],
    kind: "trained",
    missing: null,
    beside: null,
    unheard: "no-recognition",
  };
}
