/** What is heard now, in words for the person. */

import type { Target, VoiceState } from "./state.ts";
import { sessionStatus, type VoiceStatus } from "./status.ts";

/** Whether a status is that something is heard, be it in bursts. */
export function isHearing({ kind }: VoiceStatus): boolean {
  return kind === "listening" || kind === "bursts";
}

/** The kinds of words that are heard now; none while nothing is. */
export function heardKinds(state: VoiceState): readonly Target["kind"][] {
  const { target, sharing } = state;
  const isSession = isHearing(sessionStatus(state));
  // A spotter that is only tried beside recognition is not promised yet.
  const isBeside = sharing.isHearing && (sharing.phase === "shared" || !isSession);
  return [...(isSession ? [target.kind] : []), ...(isBeside ? (["trained"] as const) : [])];
}

/** The words that are heard now, each kind by its text, and how: the object of "Listening for". */
export function heardAs(state: VoiceState, texts: Readonly<Record<Target["kind"], string>>) {
  const isInPauses = sessionStatus(state).kind === "bursts";
  const named = (kind: Target["kind"]) =>
    isInPauses && kind === state.target.kind ? `${texts[kind]} in short bursts` : texts[kind];
  return heardKinds(state).map(named).join(" and ");
}

/** What is listened for, for the person. */
export function heardText(state: VoiceState): string {
  const { target } = state;
  return heardAs(state, {
    phrases: "the built-in phrases",
    "safe-word": `your safe word "${target.words[0] ?? ""}"`,
    trained: `your trained phrase "${target.beside ?? target.words[0] ?? ""}"`,
  });
}

const unheardTexts = {
  "no-recognition":
    "Your safe word and the built-in phrases are not heard: speech recognition does not work here now.",
  "not-chosen":
    "Your safe word and the built-in phrases are not heard while the trained phrase is chosen.",
} as const;

/** What the person may think is heard, and is not; null when there is no such thing. */
export function unheardText(state: VoiceState): string | null {
  const { target, sharing, phase } = state;
  if (target.unheard !== null) return unheardTexts[target.unheard];
  if (target.beside === null || phase === "off") return null;
  const words = target.kind === "phrases" ? "the built-in phrases" : "your safe word";
  const status = sessionStatus(state);
  if (sharing.isHearing && "reason" in status && status.reason !== null) {
    const verb = target.kind === "phrases" ? "are" : "is";
    return `${words[0]?.toUpperCase()}${words.slice(1)} ${verb} not heard now: ${status.reason}.`;
  }
  switch (sharing.phase) {
    case "trying":
      return "Finding out whether your trained phrase can be heard at the same time: say something.";
    case "alone":
      return `Your trained phrase is not heard: this device cannot listen for it and for ${words} at the same time. Choose it to hear it instead.`;
    case "unasked":
      return isHearing(status)
        ? "Your trained phrase is not heard at the moment. It is tried again."
        : null;
    default:
      return null;
  }
}

/** Where the sound goes, for the person. */
export function whereSoundGoes({ engine, missing }: Target): string {
  switch (engine) {
    case "spotter":
      return "Your phrase is recognised on this device. No sound leaves it.";
    case "recognition-local":
      return "Your browser recognises speech on this device. No sound leaves it.";
    case "recognition-remote":
      return "While listening, your browser sends what the microphone hears to its speech service.";
    case "none":
      return missing === "recognition" || missing === "connection"
        ? "This browser cannot recognise speech here now. Train a phrase on this device instead."
        : "Nothing is listened for, and no sound leaves this device.";
  }
}
