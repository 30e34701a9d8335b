/** The words that start an emergency, and finding one of them in what was heard lately. */
import { defaults, voiceLimits } from "#content/limits.ts";
import { spokenWords } from "#content/spoken-words.ts";
import { WAKE_PHRASES } from "#content/wake-phrases.ts";
import type { Heard } from "./state.ts";

/** What the person chose to listen for. */
export interface WakeChoice {
  readonly wakeWordMode: "smart_assistant" | "custom" | "trained";
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

/**
 * The last ten phrases with `text` as the newest, as far as they follow each other within a breath. Older ones
 * would make a wake word with new ones ("call" now, "help" a minute later).
 */
export function remember(heard: readonly Heard[], text: string, at: number): readonly Heard[] {
  const before = heard.at(-1);
  const isSameBreath = before !== undefined && at - before.at <= voiceLimits.breathMs;
  return [...(isSameBreath ? heard : []), { text, at }].slice(-voiceLimits.keptPhrases);
}

/** Whether a phrase is only mentioned; `before` and `after` are the other words of its utterance. */
export type IsMention = (
  phrase: string,
  before: readonly string[],
  after: readonly string[],
) => boolean;

/** The first wake word that ends in the newest phrase, or null. It may begin in one of those before. */
export function matchWake(
  heard: readonly Heard[],
  words: readonly string[],
  isMention: IsMention,
): string | null {
  const phrases = heard.map((one) => spokenWords(one.text));
  return words.find((word) => isSaid(phrases, word, isMention)) ?? null;
}

/** A position among the words of the joined phrases: in which phrase, and where in it. */
interface Place {
  readonly phrase: number;
  readonly index: number;
}

function isSaid(
  phrases: readonly (readonly string[])[],
  word: string,
  isMention: IsMention,
): boolean {
  const wanted = spokenWords(word).join("");
  if (wanted === "") return false;
  const places = phrases.flatMap((words, phrase) => words.map((_, index) => ({ phrase, index })));
  return places.some((start, at) => {
    const end = endOf(phrases, places.slice(at), wanted);
    if (end === null) return false;
    // Called rather than mentioned, as in "in an emergency help is on the website".
    const before = phrases[start.phrase]?.slice(0, start.index) ?? [];
    const after = phrases[end.phrase]?.slice(end.index + 1) ?? [];
    return isFreeOfContext(word) || !isMention(word, before, after);
  });
}

/**
 * The place of the last word when whole words from the first place on spell what is wanted and end in the newest
 * phrase. Gaps between words do not count, because recognition writes "pine apple" and "pine-apple" too.
 */
function endOf(
  phrases: readonly (readonly string[])[],
  places: readonly Place[],
  wanted: string,
): Place | null {
  let spelt = "";
  for (const place of places) {
    spelt += phrases[place.phrase]?.[place.index] ?? "";
    if (spelt === wanted) return place.phrase === phrases.length - 1 ? place : null;
    if (!wanted.startsWith(spelt)) return null;
  }
  return null;
}

const ORDINARY = new Set([...WAKE_PHRASES, defaults.safeWord].map(keyOf));

/** Whether a word counts wherever it is said. The built-in phrases and the default word also occur in ordinary talk. */
function isFreeOfContext(word: string): boolean {
  return !ORDINARY.has(keyOf(word));
}

function keyOf(word: string): string {
  return spokenWords(word).join(" ");
}
