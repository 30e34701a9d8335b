/**
 * What of the settings goes along to another app on the same phone. Left behind are the own PIN, whose hash and key in one
 * text could be tried out; guardian links, whose items two phones would number alike; what each app must be allowed or be
 * tried with (listening, shaking, a trained phrase); recordings, readings, and access, which the server knows by its cookie.
 */
import * as v from "valibot";
import { contactLimits, defaults, textLimits, transferLimits } from "#content/limits.ts";
import { dialable, isDialable } from "#content/phone-number.ts";

interface Person {
  readonly name: string;
  readonly phoneNumber: string;
}

/** Control characters, and those that reorder what is shown, so that one number could look like another. */
const UNSEEN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

/** Each number once. */
function distinct<T extends Person>(people: readonly T[]): readonly T[] {
  const numbers = people.map(({ phoneNumber }) => dialable(phoneNumber));
  return people.filter((_, at) => numbers.indexOf(numbers[at] ?? "") === at);
}

const isPlain = (text: string) => !UNSEEN.test(text);
const isSaid = (text: string) => text.trim() !== "";

/** Without the id, which belongs to one app. */
const bare = ({ name, phoneNumber }: Person): Person => ({ name, phoneNumber });

const person = v.strictObject({
  name: v.pipe(v.string(), v.maxLength(textLimits.name), v.check(isPlain)),
  phoneNumber: v.pipe(
    v.string(),
    v.maxLength(textLimits.phoneNumber),
    v.check(isPlain),
    v.check(isDialable),
  ),
});
const message = v.pipe(v.string(), v.maxLength(textLimits.message), v.check(isSaid));
const safeWord = v.strictObject({
  word: v.pipe(v.string(), v.maxLength(textLimits.phrase), v.check(isPlain), v.check(isSaid)),
  /** Whether it, and not the built-in phrases, is what listening listens for. */
  isChosen: v.boolean(),
});

/** The ISO code of the country that was chosen. */
const country = v.pipe(
  v.string(),
  v.check((code) => /^[A-Z]{2}$/.test(code)),
);

const transferred = v.strictObject({
  people: v.exactOptional(
    v.pipe(
      v.array(person),
      v.minLength(1),
      v.maxLength(contactLimits.maximum),
      v.check((people) => distinct(people).length === people.length),
    ),
  ),
  message: v.exactOptional(message),
  safeWord: v.exactOptional(safeWord),
  staysDisguised: v.exactOptional(v.literal(true)),
  country: v.exactOptional(country),
});
const dated = v.strictObject({ madeAt: v.pipe(v.number(), v.safeInteger()), carried: transferred });

/** What goes along: only what the person chose; a default is left out. */
export type Transferred = v.InferOutput<typeof transferred>;

/** The settings that matter here. */
export interface Kept {
  readonly contacts: readonly Person[];
  readonly safeWord: string;
  readonly emergencyMessage: string;
  readonly wakeWordMode: "smart_assistant" | "custom" | "trained";
  readonly staysDisguised: boolean;
  readonly country: string;
}

/** What a text says. */
export type ReadTransfer =
  | { readonly kind: "transferred"; readonly transferred: Transferred }
  | { readonly kind: "too-old" }
  | { readonly kind: "damaged" };

const isOwnWord = (word: string) =>
  word.trim().toLowerCase() !== defaults.safeWord.toLowerCase() && isSaid(word);
const isOwnMessage = (words: string) => words !== defaults.emergencyMessage && isSaid(words);

/** What of the settings goes along. */
export function transferableOf(kept: Kept): Transferred {
  const people = distinct(kept.contacts.map(bare).filter((one) => v.is(person, one)));
  const isChosen = kept.wakeWordMode === "custom";
  const word = { word: kept.safeWord, isChosen };
  return {
    ...(people.length > 0 && { people: [...people] }),
    ...(isOwnMessage(kept.emergencyMessage) &&
      v.is(message, kept.emergencyMessage) && { message: kept.emergencyMessage }),
    ...((isChosen || isOwnWord(kept.safeWord)) && v.is(safeWord, word) && { safeWord: word }),
    ...(kept.staysDisguised && { staysDisguised: true as const }),
    ...(v.is(country, kept.country) && { country: kept.country }),
  };
}

/** What the person chose and cannot go along as it is: an older release took more than fields do now. */
export function unfit(kept: Kept): readonly ("contact" | "message" | "safe-word")[] {
  const goes = transferableOf(kept);
  const isWordMissing = isOwnWord(kept.safeWord) && goes.safeWord === undefined;
  const isMessageMissing = isOwnMessage(kept.emergencyMessage) && goes.message === undefined;
  const isContactMissing = kept.contacts.some((one) => !v.is(person, bare(one)));
  return [
    ...(isContactMissing ? (["contact"] as const) : []),
    ...(isMessageMissing ? (["message"] as const) : []),
    ...(isWordMissing ? (["safe-word"] as const) : []),
  ];
}

/** Whether nothing goes along. */
export function isNothing(goes: Transferred): boolean {
  return Object.keys(goes).length === 0;
}

/** The JSON of what goes along, with the time of its making. */
export function transferJson(goes: Transferred, madeAt: number): string {
  return JSON.stringify({ madeAt, carried: goes });
}

/** Reads that JSON at the time `now`. A text of a clock far ahead is as useless as an old one: its age is not known. */
export function readTransfer(json: string, now: number): ReadTransfer {
  const found = v.safeParse(dated, parsedJson(json));
  if (!found.success || isNothing(found.output.carried)) return { kind: "damaged" };
  const age = now - found.output.madeAt;
  const isFresh = -transferLimits.aheadMs <= age && age <= transferLimits.lifetimeMs;
  return isFresh ? { kind: "transferred", transferred: found.output.carried } : { kind: "too-old" };
}

function parsedJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/**
 * What goes along to an app with these settings: a trained phrase stays what is listened for, because an iPhone's app on the
 * home screen hears nothing else.
 */
export function fitted(
  goes: Transferred,
  { wakeWordMode }: Pick<Kept, "wakeWordMode">,
): Transferred {
  const { safeWord: word } = goes;
  if (word === undefined || wakeWordMode !== "trained") return goes;
  return { ...goes, safeWord: { ...word, isChosen: false } };
}

/** What changes in the settings; `newId` makes the contacts' ids. */
export function changesBy(goes: Transferred, newId: () => string) {
  const { people, message: words, safeWord: word, staysDisguised, country: chosen } = goes;
  return {
    ...(people !== undefined && { contacts: people.map((one) => ({ id: newId(), ...one })) }),
    ...(words !== undefined && { emergencyMessage: words }),
    ...(word !== undefined && { safeWord: word.word }),
    ...(word?.isChosen && { wakeWordMode: "custom" as const }),
    ...(staysDisguised !== undefined && { staysDisguised }),
    ...(chosen !== undefined && { country: chosen }),
  };
}

/** What the person set up here and would lose. */
export function replacedBy(goes: Transferred, kept: Kept): readonly Replaced[] {
  const { people, message: words, safeWord: word } = goes;
  const known = (people ?? []).map(identity).join();
  const replaces = {
    contacts:
      people !== undefined &&
      kept.contacts.length > 0 &&
      kept.contacts.map(identity).join() !== known,
    message:
      words !== undefined && isOwnMessage(kept.emergencyMessage) && kept.emergencyMessage !== words,
    "safe-word": word !== undefined && isOwnWord(kept.safeWord) && kept.safeWord !== word.word,
  };
  return (Object.keys(replaces) as Replaced[]).filter((one) => replaces[one]);
}

/** What can be lost. */
export type Replaced = "contacts" | "message" | "safe-word";

const identity = ({ name, phoneNumber }: Person) => JSON.stringify([name, dialable(phoneNumber)]);
