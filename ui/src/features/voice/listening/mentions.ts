/**
 * Sentences that talk about help instead of calling for it. Each rule needs words that a call does not have; what no
 * rule knows counts as a call, because a call that is missed costs more than a false alarm.
 */

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** "You can always call for help": what happens at other times does not happen now. */
const AT_OTHER_TIMES = words(
  "always usually normally generally sometimes never often ever rarely seldom",
);

const QUESTION = words("where how when who what which why whats wheres");
/** What a question may begin with before its own word. */
const BEFORE_QUESTIONS = words("so and but well um uh ok okay hey hello excuse me tell");
/** "Where do I get emergency help": verbs that ask after it, in front of the phrase. */
const ASKED_AFTER = words(
  "get find obtain order offer offers provide provides give gives sell mean means spell pronounce translate",
);
/** With one of these even a question is a call. */
const URGENT = words("please now quick quickly fast hurry god oh jesus");

const IS = words("is are was were");
const BETWEEN = words("also always only just all right now listed found available described shown");
const PLACED = words("on in at");
const ARTICLES = words("the our your my their its this that a every each");
/** Where information stands. Places where people are would take "he's in the house" for "is in the house". */
const SOURCES = words(
  "website websites web webpage site internet page pages homepage app screen menu list poster posters card leaflet brochure book handbook manual guide sign board noticeboard form contract policy plan programme program newspaper news radio television tv film movie song title name description settings",
);

/** Skips words of a set. */
function skip(said: readonly string[], from: number, set: ReadonlySet<string>): number {
  let at = from;
  while (set.has(said[at] ?? "")) at += 1;
  return at;
}

/** "... is on the website". */
function isInSource(after: readonly string[]): boolean {
  if (!IS.has(after[0] ?? "")) return false;
  const placed = skip(after, 1, BETWEEN);
  if (!PLACED.has(after[placed] ?? "")) return false;
  return SOURCES.has(after[skip(after, placed + 1, ARTICLES)] ?? "");
}

/** "Where do I get ...", with a subject between the question's word and the verb. */
function isAskedAfter(before: readonly string[], after: readonly string[]): boolean {
  const question = skip(before, 0, BEFORE_QUESTIONS);
  if (!QUESTION.has(before[question] ?? "")) return false;
  if ([...before, ...after].some((word) => URGENT.has(word))) return false;
  return before.length - question >= 3 && ASKED_AFTER.has(before.at(-1) ?? "");
}

/**
 * Whether a phrase is mentioned; `before` and `after` are the other words of its utterance. "How do I get help" is a
 * call, as nobody asks for "emergency help" who has it as a phrase to say.
 */
export function isMention(
  phrase: string,
  before: readonly string[],
  after: readonly string[],
): boolean {
  return (
    AT_OTHER_TIMES.has(before.at(-1) ?? "") ||
    isInSource(after) ||
    (phrase.includes(" ") && isAskedAfter(before, after))
  );
}
