/** What a safe word must be. */
import { isCommon } from "./common-words.ts";
import { type Message, saveMessages } from "./messages.ts";
import { isLongEnough } from "./spoken-words.ts";

/** Why a word cannot be the safe word, or null. */
export function safeWordProblem(word: string): Message | null {
  if (word.trim() === "") return saveMessages.safeWordRequired;
  if (!isLongEnough(word)) return saveMessages.safeWordShort;
  return isCommon(word) ? saveMessages.safeWordCommon(word.trim()) : null;
}
