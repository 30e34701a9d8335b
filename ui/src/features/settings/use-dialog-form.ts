/** The state of the advanced settings form. */
import { useState } from "react";
import { showToast } from "#components/toast/toast-store.ts";
import { contactLimits } from "#content/limits.ts";
import { settingsSaved } from "#content/saved-words.ts";
import { randomId } from "#platform/random-id.ts";
import { keepStorage } from "#platform/storage/storage.ts";
import { type Settings, settingsRecord } from "#store/settings/settings.ts";
import { isSavedForGood } from "#store/settings/settings-copy.ts";
import { type ContactSlot, contactsOf, EMPTY_SLOT, withChange } from "./contact-slots.ts";
import { voidStaleCopies } from "./copy-contacts.ts";
import { pinCodeAfter, settingsToEdit, useFormCheck } from "./every-form.ts";
import { focusFirstError } from "./first-error.ts";
import type { PinDraft } from "./pin-draft.ts";
import { problemToast, type SettingsField, settingsOver } from "./rules.ts";
import { wakeAfterDialog } from "./wake-mode.ts";

/** The form's values and callbacks. */
export interface DialogForm {
  readonly values: Settings;
  readonly slots: readonly ContactSlot[];
  readonly change: (values: Partial<Settings>) => void;
  readonly changeSlot: (index: number, change: Partial<ContactSlot>) => void;
  readonly pin: PinDraft;
  readonly changePin: (change: Partial<PinDraft>) => void;
  /** What was wrong with a field at the last attempt to save, until something is changed. */
  readonly errorAt: (field: SettingsField) => string | null;
  /** Saves on this device; true on success. */
  readonly save: (form: HTMLElement) => Promise<boolean>;
}

const slotsOf = (settings: Settings): ContactSlot[] =>
  Array.from(
    { length: contactLimits.maximum },
    (_, index) => settings.contacts[index] ?? EMPTY_SLOT,
  );

/** Starts with the stored settings; `checkPin` says whether a code is the present PIN. */
export function useDialogForm(
  demoPin: string,
  checkPin: (pin: string) => Promise<boolean>,
): DialogForm {
  const [begun] = useState(() => settingsToEdit(settingsRecord.read()));
  const [values, setValues] = useState<Settings>(begun);
  const { pin, edit, changePin, errorAt, check } = useFormCheck(demoPin);
  const [slots, setSlots] = useState<readonly ContactSlot[]>(() => slotsOf(settingsRecord.read()));

  const save = async (form: HTMLElement) => {
    const found = check(values, slots, { safeWord: true, contact: true, pin: true });
    if (found !== undefined) {
      focusFirstError(form);
      showToast(problemToast(found));
      return false;
    }
    const before = settingsRecord.read().contacts;
    const pinCode = await pinCodeAfter(pin, checkPin);
    if (pinCode === null) return false;
    const now = settingsRecord.read();
    const held = { ...values, contacts: contactsOf(slots, randomId) };
    const next = settingsOver(settingsToEdit(now), begun, held);
    const saved = settingsRecord.write({ ...next, pinCode, ...wakeAfterDialog(next, now) });
    if (saved) voidStaleCopies(before);
    const isForGood = await isSavedForGood();
    showToast(settingsSaved(saved, isForGood));
    void keepStorage();
    return saved;
  };

  return {
    values,
    slots,
    change: (changed) => edit(() => setValues((before) => ({ ...before, ...changed }))),
    pin,
    changePin,
    changeSlot: (index, changed) =>
      edit(() => setSlots((before) => withChange(before, index, changed))),
    errorAt,
    save,
  };
}
