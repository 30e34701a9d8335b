/** The words about settings that go along to another app. */
import { countryName } from "#content/country/names.ts";
import { disguiseChoice } from "#content/disguise-choice.ts";
import type { Problem } from "./taking-over.ts";
import type { Replaced, Transferred, unfit } from "./transfer-rules.ts";

/** A line of what something says: words, a phone number, or both. */
interface TransferredDetail {
  readonly words: string;
  readonly phoneNumber?: string;
}

/** One thing that goes along, and what it says. */
export interface TransferredItem {
  readonly title: string;
  readonly details: readonly TransferredDetail[];
}

/** What is said when the browser has emptied the clipboard. */
export const GONE_TEXT = "The text is gone from the clipboard.";

/** The button that takes the text over, which other screens name. */
export const PASTE = "Paste what you copied";

const contactsText = (count: number) => (count === 1 ? "1 contact" : `${count} contacts`);

/** A number that is not broken at the end of a line. */
const unbroken = (phoneNumber: string) => phoneNumber.replaceAll(" ", "\u00a0");

/** What goes along, in words. */
export function itemsOf(transferred: Transferred): TransferredItem[] {
  const { people, message, safeWord, staysDisguised, country } = transferred;
  const items: (TransferredItem | false)[] = [
    people !== undefined && {
      title: contactsText(people.length),
      details: people.map(({ name, phoneNumber }) => ({
        words: name,
        phoneNumber: unbroken(phoneNumber),
      })),
    },
    message !== undefined && { title: "Your message", details: [{ words: message }] },
    safeWord !== undefined && {
      title: safeWord.isChosen
        ? "Your safe word, in place of the built-in phrases"
        : "Your safe word",
      details: [{ words: safeWord.word }],
    },
    staysDisguised === true && { title: "Your choice", details: [{ words: disguiseChoice.label }] },
    country !== undefined && {
      title: "Emergency numbers for",
      details: [{ words: countryName(country) }],
    },
  ];
  return items.filter((item) => item !== false);
}

/** What goes along, in one sentence. */
export function goesText(transferred: Transferred): string {
  const { people, message, safeWord, staysDisguised, country } = transferred;
  const parts = [
    people !== undefined && contactsText(people.length),
    message !== undefined && "your message",
    safeWord !== undefined && "your safe word",
    staysDisguised === true && "your choice to stay disguised",
    country !== undefined && "your country",
  ];
  return `What goes along: ${parts.filter((part) => part !== false).join(", ")}.`;
}

/** What does not, and what to do about it. */
export const STAYS_TEXT =
  "What does not: your PIN, guardians, listening, a trained phrase and shaking. Set these up again " +
  "there. Recordings and readings stay here. You may have to verify your purchase or gift there once " +
  "with your e-mail address. An emergency works without that.";

/** Who could read it. */
export const RISK_TEXT =
  "It is copied as one line of letters. The app accepts it for an hour. Anyone who gets that line can " +
  "read what is in it, so paste it soon. Apple devices with the same account, and some keyboards, share " +
  "or keep what you copy.";

const unfitTexts: Readonly<Record<ReturnType<typeof unfit>[number], string>> = {
  contact:
    "A contact stays behind: its number cannot be dialled, or its name is too long. Correct it first.",
  message: "Your message stays behind: it is too long. Shorten it first.",
  "safe-word": "Your safe word stays behind: it is too long. Change it first.",
};

/** What stays behind only because it must be corrected. */
export const unfitText = (what: ReturnType<typeof unfit>[number]) => unfitTexts[what];

const replacedTexts: Readonly<Record<Replaced, string>> = {
  contacts: "the contacts that are saved here",
  message: "the message that is saved here",
  "safe-word": "the safe word that is saved here",
};

/** What would be lost, in one sentence. */
export function replacedText(replaced: readonly Replaced[]): string {
  const all = replaced.map((one) => replacedTexts[one]);
  const others = all.slice(0, -1).join(", ");
  return `This replaces ${others === "" ? "" : `${others} and `}${all.at(-1)}.`;
}

/** Why nothing was taken over, and what to do. */
export const problemTexts: Readonly<Record<Problem, string>> = {
  unread: "The clipboard could not be read. Paste the text into the field below.",
  none: "That is not the text that was copied. Copy it again in the browser, then come back.",
  damaged: "Part of the text is missing or changed. Copy it again in the browser.",
  "too-old":
    "The text is more than an hour old, or the clock was changed since. Copy it again in the browser.",
  "other-version":
    "The text comes from another version of the app. Open both with a connection, and copy it again.",
};
