/**
 * What a safe word must be, and what it must not be: words and expressions that people say by chance many times a day, which
 * would start false alarms.
 */
import { type Message, saveMessages } from "./messages.ts";
import { isLongEnough, spokenWords } from "./spoken-words.ts";

/** Why a word cannot be the safe word, or null. */
export function safeWordProblem(word: string): Message | null {
  if (word.trim() === "") return saveMessages.safeWordRequired;
  if (!isLongEnough(word)) return saveMessages.safeWordShort;
  return isCommon(word) ? saveMessages.safeWordCommon(word.trim()) : null;
}

/**
 * Frequent words of spoken English with four letters or more; shorter ones are refused for their length. "Help" is
 * not among them: it is the default, which people try first, and it counts only where it is called out
 * (`features/voice/listening/wake-words.ts`).
 */
const WORDS = `
  able about above across actually after afternoon again against ahead almost alone along already alright also always
  amazing another answer anybody anymore anyone anything anyway apparently around asked away awesome
  baby back badly basically beautiful because become been before began behind being believe best better between
  birthday both bought bread breakfast bring brother brought busy bye-bye
  call called came cannot care chair chance change check child children clean clear close coffee cold come coming
  completely cool could couldn't course crazy
  daddy damn date daughter days dear decided definitely didn't different dinner does doesn't dogs doing done don't door
  down drink drive during
  each early easy eating eight either else enough especially even evening ever every everybody everyone everything
  exactly excuse eyes
  face fact family fast father feel feeling felt fine finally find finish finished first five follow food forget four
  free friday friend friends from full funny
  game gave getting girl girls give given glad goes going gone gonna good goodbye goodness gotta great guess guys
  half hand hands happen happened happens happy hard hate have haven't having head hear heard heart hello here hers
  himself hold home honestly honey hope hour hours house however hundred husband
  idea important inside instead interesting into isn't it's itself
  just
  keep kept kids kind kitchen knew know known
  lady last late later laugh least leave left less let's life light like liked likely listen little live long look
  looked looking love loved lovely luck lunch
  made make makes making many married matter maybe mean means meant meet might mind mine minute minutes moment mommy
  monday money month months more morning most mother move movie much music must myself
  name near need needed needs never next nice night nine nobody none normal nothing number
  obviously often okay once ones only open order other others ours outside over
  parents part party pass people perfect perhaps person phone pick picture place plan play please point possible
  pretty probably problem public pull push
  question quick quickly quiet quite
  read ready real really reason remember rest right room
  said same saturday saying says school second seconds seem seems seen self send sense serious seriously seven shall
  she's shop short should show side simple since single sister sleep slow small some somebody someone something
  sometimes somewhere soon sorry sort sound speak special stand start started stay still stop stopped story street
  stuff such suddenly sunday supposed sure
  table take taken takes taking talk talked talking television tell telling than thank thanks that that's their them
  themselves then there there's these they they're thing things think thinking third this those though thought
  thousand three through thursday till time times tired today together told tomorrow tonight took totally town tried
  true trust truth trying tuesday turn twelve twenty twice
  under understand until upset used using usually
  very visit
  wait waiting walk want wanted wants wasn't watch water wednesday week weekend weeks well went were what what's
  whatever when where whether which while white whole whose wife will wish with within without woman wonder wonderful
  won't word work worked working works world would wouldn't write wrong
  yeah year years yesterday you're young your yours yourself
`;

/** Expressions of several words. */
const EXPRESSIONS = [
  "a little bit",
  "all right",
  "are you okay",
  "bless you",
  "by the way",
  "come here",
  "come on",
  "excuse me",
  "good evening",
  "good morning",
  "good night",
  "how are you",
  "i am",
  "i don't know",
  "i know",
  "i love you",
  "i mean",
  "i see",
  "i think",
  "let me see",
  "let's go",
  "my god",
  "never mind",
  "no problem",
  "of course",
  "oh my god",
  "over there",
  "see you",
  "see you later",
  "shut up",
  "thank you",
  "thank you very much",
  "what is it",
  "what's up",
  "yes please",
  "you know",
  "you're welcome",
];

let common: ReadonlySet<string> | undefined;

/** Whether people say a word or expression by chance; in any spelling of case, accents and apostrophes. */
function isCommon(word: string): boolean {
  common ??= new Set([...WORDS.trim().split(/\s+/), ...EXPRESSIONS].map(spelling));
  return common.has(spelling(word));
}

function spelling(word: string): string {
  return spokenWords(word).join(" ");
}
