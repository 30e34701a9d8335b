/** The words that start an emergency, and finding one of them in what was heard lately. */
import { voiceLimits } from "#content/limits.ts";
import { WAKE_PHRASES } from "#content/wake-phrases.ts";

/** A phrase that recognition understood, and when (milliseconds). */
export interface Heard {
  readonly text: string;
  readonly at: number;
}

/**
 * How long a phrase may still complete a wake word, in milliseconds. Old words would otherwise make one
 * with new ones ("call" now, "help" a minute later) or start an emergency again after an unlock.
 */
const MEMORY_MS = 30_000;

/** What the person chose to listen for. */
export interface WakeChoice {
  readonly wakeWordMode: "smart_assistant" | "custom";
  readonly safeWord: string;
  readonly smartAssistantTriggers: readonly string[];
}

/** The words that recognition listens for, trimmed and in lower case, longest first; none when nothing was chosen. */
export function wakeWords(choice: WakeChoice): readonly string[] {
  const chosen =
    choice.wakeWordMode === "custom"
      ? [choice.safeWord]
      : [...WAKE_PHRASES, ...choice.smartAssistantTriggers];
  const words = new Set(chosen.map((word) => word.trim().toLowerCase()));
  words.delete("");
  return [...words].sort((a, b) => b.length - a.length);
}

/** The last ten phrases of the last 30 s, with `text` as the newest. */
export function remember(heard: readonly Heard[], text: string, at: number): readonly Heard[] {
  return [...heard.filter((one) => at - one.at < MEMORY_MS), { text, at }].slice(
    -voiceLimits.keptPhrases,
  );
}

/** The first wake word that the joined phrases contain, or null. */
export function matchWake(heard: readonly Heard[], words: readonly string[]): string | null {
  const joined = heard
    .map((one) => one.text.trim())
    .join(" ")
    .toLowerCase();
  return words.find((word) => joined.includes(word)) ?? null;
}
