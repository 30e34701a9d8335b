/** Which phrases the spotter can recognise reliably. */

/** Shorter phrases are missed or mistaken too often, as the bench shows. */
const LEAST_SYLLABLES = 4;
/** A take with less speech than this, in seconds, does not hold the whole phrase. */
export const LEAST_SECONDS = 0.6;
/** A take with more speech than this, in seconds, holds more than the phrase. */
export const MOST_SECONDS = 3;

/** What is wrong with a phrase as typed, in a sentence for the person, or null. */
export function phraseProblem(phrase: string): string | null {
  if (phrase.trim() === "") return "Enter the phrase that you want to say.";
  if (syllables(phrase) < LEAST_SYLLABLES) {
    return "This phrase is too short to be recognised reliably. Use at least 4 syllables.";
  }
  return null;
}

/** Estimates the syllables of an English phrase by its groups of vowels; a number counts as one. */
export function syllables(phrase: string): number {
  const words = phrase.toLowerCase().match(/[a-z']+|\d+/g) ?? [];
  return words.reduce((sum, word) => sum + syllablesOfWord(word), 0);
}

function syllablesOfWord(word: string): number {
  const spoken = word
    // A final e is silent ("voice"), unless it is the word's "le" after a consonant ("purple").
    .replace(/([^aeiouy]le)$/, "$1x")
    .replace(/(?<=[aeiouy].*)[^aeiouyl]e$/, "")
    .replace(/(?<=[aeiouy].*[^td])ed$/, "");
  return Math.max(1, spoken.match(/[aeiouy]+/g)?.length ?? 0);
}
