/** What is heard now, in words for the person. */
import type { Target } from "./state.ts";

/** What is listened for, for the person: the object of "Listening for". */
export function heardText({ kind, words }: Target): string {
  switch (kind) {
    case "phrases":
      return "the built-in phrases";
    case "safe-word":
      return `your safe word "${words[0] ?? ""}"`;
    case "trained":
      return `your trained phrase "${words[0] ?? ""}"`;
  }
}

/** What the person may think is heard, and is not; null when there is no such thing. */
export function unheardText({ unheard, kind }: Target): string | null {
  if (unheard === null) return null;
  if (unheard === "words") {
    return "Your safe word and the built-in phrases are not heard: speech recognition does not work here now.";
  }
  const others = kind === "phrases" ? "the built-in phrases are" : "your safe word is";
  return `Your trained phrase is not heard while ${others} chosen.`;
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
