/** What a form of settings may store, and what it stores. */
import { textLimits } from "#content/limits.ts";
import { type Message, messageText, saveMessages, titleOnly } from "#content/messages.ts";
import { isDialable } from "#content/phone-number.ts";
import { safeWordProblem } from "#content/safe-word.ts";
import { type ContactSlot, isWhole } from "./contact-slots.ts";
import { type PinDraft, type PinNeeds, type PinProblem, pinProblem } from "./pin-draft.ts";

/** The validated values. */
export interface SettingsDraft {
  readonly safeWord: string;
  readonly emergencyMessage?: string;
  readonly pin: PinDraft;
  readonly contacts: readonly Pick<ContactSlot, "name" | "phoneNumber">[];
}

/** The required values: the dialog requires all of them, the settings page has defaults. */
export interface Needs {
  readonly safeWord: boolean;
  readonly contact: boolean;
  readonly pin: PinNeeds;
}

/** A field of a settings form; those of contacts end with the contact's place. */
export type SettingsField =
  | PinProblem["part"]
  | "safeWord"
  | "emergencyMessage"
  | `name-${number}`
  | `number-${number}`;

/** What is wrong, and the field that it is about. */
export interface SettingsProblem {
  readonly field: SettingsField;
  readonly message: Message;
}

/** The words at `field`, when the problem is about it. */
export function errorAt(problem: SettingsProblem | undefined, field: SettingsField): string | null {
  return problem?.field === field ? messageText(problem.message) : null;
}

/** The toast of a problem: its title alone where its field has the rest. A number and the message have words of their own there. */
export function problemToast({ field, message }: SettingsProblem): Message {
  const isSaidThere = message !== saveMessages.invalidPhone && field !== "emergencyMessage";
  return isSaidThere ? titleOnly(message) : message;
}

/** The first problem of the draft, or undefined. */
export function settingsProblem(draft: SettingsDraft, needs: Needs): SettingsProblem | undefined {
  const wrongWord = needs.safeWord ? safeWordProblem(draft.safeWord) : null;
  if (wrongWord !== null) return { field: "safeWord", message: wrongWord };
  const wrongPin = pinProblem(draft.pin, needs.pin);
  if (wrongPin !== undefined) return { field: wrongPin.part, message: wrongPin.message };
  if ((draft.emergencyMessage?.length ?? 0) > textLimits.message) {
    return { field: "emergencyMessage", message: saveMessages.messageTooLong };
  }
  const wrongAt = draft.contacts.findIndex(
    ({ phoneNumber }) => phoneNumber.trim() !== "" && !isDialable(phoneNumber),
  );
  if (wrongAt !== -1) return { field: `number-${wrongAt}`, message: saveMessages.invalidPhone };
  if (!needs.contact || draft.contacts.some(isWhole)) return undefined;
  const isNameless = (draft.contacts[0]?.name ?? "").trim() === "";
  return { field: isNameless ? "name-0" : "number-0", message: saveMessages.contactRequired };
}

/** Whether two values are stored alike. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * What was changed in a form since it was filled with `begun`, over what is stored `now`: another tab may have saved since, and
 * some choices are stored as soon as they are made.
 */
export function settingsOver<Values extends object>(
  now: Values,
  begun: Values,
  held: Values,
): Values {
  const names = Object.keys(held) as (keyof Values)[];
  const changed = names.filter((name) => !isSame(held[name], begun[name]));
  return { ...now, ...Object.fromEntries(changed.map((name) => [name, held[name]])) };
}
