/** What was typed into the settings' form and not saved yet. It is kept while the app is open, so that leaving loses nothing. */
import type { Settings } from "#store/settings.ts";
import type { ContactSlot } from "./contact-slots.ts";

/** What the form holds besides a new PIN, which is never kept. */
export interface FormContent {
  readonly values: Settings;
  readonly contacts: readonly ContactSlot[];
}

let kept: { readonly stored: string; readonly content: FormContent } | null = null;

const isFilled = ({ name, phoneNumber }: ContactSlot) => name !== "" || phoneNumber !== "";
const textOf = ({ values, contacts }: FormContent) =>
  JSON.stringify([values, contacts.filter(isFilled)]);

/** Whether the form holds something else than what is stored; an empty slot is nothing. */
export const isUnsaved = (stored: FormContent, content: FormContent): boolean =>
  textOf(stored) !== textOf(content);

/** Keeps the content of the form as long as it is not what is stored. */
export function noteUnsaved(stored: FormContent, content: FormContent): void {
  kept = isUnsaved(stored, content) ? { stored: textOf(stored), content } : null;
}

/** What was typed and not saved; null where nothing was, or where the settings have changed since. */
export function unsavedSince(stored: FormContent): FormContent | null {
  return kept?.stored === textOf(stored) ? kept.content : null;
}
