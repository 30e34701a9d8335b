/** What was typed into the settings' form and not saved yet. It is kept in this window, so that leaving loses nothing. */
import type { Settings } from "#store/settings/settings.ts";
import { unsavedSettingsRecord } from "#store/settings/unsaved-settings.ts";
import type { ContactSlot } from "./contact-slots.ts";
import { isSame, settingsOver } from "./rules.ts";

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
export function noteUnsaved(stored: FormContent, content: FormContent): void {
  const { values } = content;
  const contacts = isUnsaved({ ...stored, values }, content) ? content.contacts : stored.contacts;
  if (isUnsaved(stored, content)) {
    unsavedSettingsRecord.write({ stored, content: { values, contacts } });
  } else unsavedSettingsRecord.clear();
}

/** What was changed in `held` since `begun`, over what is there `now`; the contacts are one field. */
const contentOver = (now: FormContent, begun: FormContent, held: FormContent): FormContent => ({
  values: settingsOver(now.values, begun.values, held.values),
  contacts: isSame(held.contacts, begun.contacts) ? now.contacts : held.contacts,
});

/**
 * What the form begins with: what is stored and, in fields that were not stored anew since, what was typed and not saved.
 * `gaveWay` says that something typed is not there, because its field was.
 */
export function withUnsaved(stored: FormContent) {
  const kept = unsavedSettingsRecord.read() ?? { stored, content: stored };
  const content = contentOver(kept.content, kept.stored, stored);
  const gaveWay = isUnsaved(contentOver(stored, kept.stored, kept.content), content);
  return { content, gaveWay };
}

/**
 * What the form holds after a save, for `stored` is what became of `sent`. What was changed meanwhile stays: a PIN is hashed for a
 * moment, in which the person may have gone on to another field.
 */
export function afterSave(sent: FormContent, held: FormContent, stored: FormContent): FormContent {
  return contentOver(stored, sent, held);
}
