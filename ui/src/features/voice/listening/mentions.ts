/**
 * Sentences that talk about help instead of calling for it. Each rule needs words that a call does not have; what no
 * rule knows counts as a call, because a call that is missed costs more than a false alarm.
 */

import { voiceLimits } from "#content/limits.ts";
import { LEAD_INS } from "#content/wake-phrases.ts";
import { isAsked, isInDanger, isPlea } from "./danger.ts";

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

/** What ties a phrase to the words before it: "we should call for help ...", "in an emergency help ...". */
const TIES_BEFORE: ReadonlySet<string> = new Set([
  ...ARTICLES,
  ...PLACED,
  ...words(
    "an these some any his her of about for with from i you he she it we they who to will would wont can could cant may might should must do does did dont have has had get gets got and or come go offer offers offered provide provides gave gives sends sent promised pays",
  ),
]);
/** What ties it to the words after it: "emergency help for cars", "help services". */
const TIES_AFTER = words("for with about from service services yourself yourselves");
/** What begins a sentence of its own: "emergency help he is at the door". */
const BEGINS = words(
  "he hes she shes they theyre i im we its theres somebody someone my me stop please now no get dont help",
);
/** "Help desk": the names of other things, unless an address follows ("help number nine", "help centre street"). */
const NAMES =
  /^(?:desk|lines?|cent(?:re|er)s?|numbers?|buttons?|page|menu)\b(?! (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|\w+ty|street|road|avenue)\b)/;
/** What nobody says before "help" who calls for it. */
const NEVER_CALLED = /\b(?:(?:does|do|did|could|would) not|doesnt|didnt|cannot|big|great|huge)$/;
/** "In an emergency call help ...": what to do at another time. */
const ADVICE = /^(?:so |and |but )?in (?:an emergency|case of .+)$/;

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
 * Whether a phrase is a part of a long sentence: "we will call for help with moving the piano". It is none with nothing but
 * lead-ins ("oh my god") before it. Otherwise it is one in the name of a thing ("the help desk"), and none with at most two words
 * after it ("help me please"), or in danger. "Help" alone is said so often that it is a part also where another sentence begins
 * after it, unless it is a plea: "I think that would help he said".
 */
function isPart(phrase: string, before: readonly string[], after: readonly string[]): boolean {
  const [start, end] = [before.join(" "), after.join(" ")];
  if (before.every((word) => LEAD_INS.has(word))) return false;
  if (NAMES.test(end)) return true;
  if (after.length <= voiceLimits.wordsAfter || isInDanger(`${start} ${phrase} ${end}`))
    return false;
  const next = after[0] ?? "";
  const isTied = TIES_BEFORE.has(before.at(-1) ?? "") || TIES_AFTER.has(next) || ADVICE.test(start);
  if (!phrase.includes(" ")) return (isTied || NEVER_CALLED.test(start)) && !isPlea(start, end);
  return isTied && !BEGINS.has(next) && !isAsked(phrase, start, end);
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
    isPart(phrase, before, after) ||
    (phrase.includes(" ") && isAskedAfter(before, after))
  );
}
