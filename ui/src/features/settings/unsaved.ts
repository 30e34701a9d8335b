/** What was typed into the settings' form and not saved yet. It is kept in this window, so that leaving loses nothing. */
import type { Settings } from "#store/settings/settings.ts";
import { unsavedSettingsRecord } from "#store/settings/unsaved-settings.ts";
import type { ContactSlot } from "./contact-slots.ts";
import { isSame, settingsOver } from "./save-rules.ts";

/** What the form holds besides a new PIN, which is never kept. */
export interface FormContent {
  readonly values: Settings;
  readonly contacts: readonly ContactSlot[];
}

const isFilled = ({ name, phoneNumber }: ContactSlot) => name !== "" || phoneNumber !== "";
const textOf = ({ values, contacts }: FormContent) =>
  JSON.stringify([values, contacts.filter(isFilled)]);

/** Whether the form holds something else than what is stored; an empty slot is nothing. */
export const isUnsaved = (stored: FormContent, content: FormContent): boolean =>
  textOf(stored) !== textOf(content);

/** Keeps the content of the form as long as it is not what is stored. */
export function noteUnsaved(stored: FormContent, { values, contacts }: FormContent): void {
  if (isUnsaved(stored, { values, contacts })) {
    const content = { values, contacts: [...contacts] };
    unsavedSettingsRecord.write({ stored: textOf(stored), content });
  } else unsavedSettingsRecord.clear();
}

/** What was typed and not saved; null where nothing was, or where the settings have changed since. */
export function unsavedSince(stored: FormContent): FormContent | null {
  const kept = unsavedSettingsRecord.read();
  return kept?.stored === textOf(stored) ? kept.content : null;
}

/**
 * What the form holds after a save, for `stored` is what became of `sent`. What was changed meanwhile stays: a PIN is hashed for a
 * moment, in which the person may have gone on to another field.
 */
export function afterSave(sent: FormContent, held: FormContent, stored: FormContent): FormContent {
  return {
    values: settingsOver(stored.values, sent.values, held.values),
    contacts: isSame(held.contacts, sent.contacts) ? stored.contacts : held.contacts,
  };
}
