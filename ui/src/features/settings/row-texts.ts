/** What the rows of the settings say of what is stored. Pure. */
import { defaults } from "#content/limits.ts";
import { hasOwnPin, isCodeAsked } from "#store/settings/own-pin.ts";
import { reachableContacts, type Settings, unreachableContacts } from "#store/settings/settings.ts";

/** A row's line; `isBad` where the person should mend it. */
export interface RowText {
  readonly text: string;
  readonly isBad?: boolean;
}

/** How much of a message a row shows, in characters: what fits on a small phone. */
const BEGINNING = 24;

/** What people call somebody. */
const firstName = (name: string) => name.trim().split(/\s+/)[0] ?? "";

/** Who has a number that can be dialled. */
export function contactsText(settings: Settings): RowText {
  const [wrong] = unreachableContacts(settings);
  if (wrong !== undefined) {
    return { text: `Check the number of ${firstName(wrong.name) || "a contact"}`, isBad: true };
  }
  const names = reachableContacts(settings).map(
    ({ name, phoneNumber }) => firstName(name) || phoneNumber,
  );
  if (names.length === 0) return { text: "Nobody yet" };
  const count = names.length === 1 ? "1 contact" : `${names.length} contacts`;
  return { text: `${count}: ${names.join(" and ")}` };
}

/** The whole words at the beginning of a text; a part of the first where that is too long. */
function beginning(text: string): string {
  if (text.length <= BEGINNING) return text;
  const cut = text.slice(0, BEGINNING + 1);
  return `${cut.slice(0, cut.lastIndexOf(" ")).replace(/[\s.,;:!?-]+$/, "")}...`;
}

/** The beginning of the person's own message. */
export function messageText({ emergencyMessage }: Settings): RowText {
  const words = emergencyMessage.trim().replace(/\s+/g, " ");
  if (words === "") return { text: "No words of your own" };
  if (words === defaults.emergencyMessage) return { text: "The default text" };
  return { text: `Yours: ${beginning(words)}` };
}

/** Which PIN ends an emergency. No row has one that is the person's own. */
export function pinText(settings: Settings, demoPin: string): RowText {
  if (!hasOwnPin(settings)) return { text: `None yet: ${demoPin} unlocks` };
  return { text: isCodeAsked(settings) ? "Your own, asked for first" : "Your own" };
}

/** What is seen when voice or shaking starts an emergency. */
export function disguiseText(settings: Settings): RowText {
  if (!settings.staysDisguised) return { text: "Off: the lock appears" };
  if (!hasOwnPin(settings)) return { text: "On, but it needs your own PIN", isBad: true };
  return { text: "On: the heart monitor stays" };
}
