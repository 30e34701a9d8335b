/** The state of the settings page's form. Saving writes to this device first, then copies the contacts. */
import { useEffect, useState } from "react";
import { showToast } from "#components/toast-store.ts";
import { redirectTimes } from "#content/limits.ts";
import { saveMessages } from "#content/messages.ts";
import { settingsSaved } from "#content/saved-words.ts";
import { pause } from "#platform/clock.ts";
import { emergencyId } from "#platform/random-id.ts";
import { keepStorage } from "#platform/storage.ts";
import { hasOwnPin } from "#store/own-pin.ts";
import { DEFAULT_SETTINGS, type Settings, settingsRecord } from "#store/settings.ts";
import { settleSettings } from "#store/settings-copy.ts";
import { useTakenOver } from "./carry/taken-over.ts";
import {
  type ContactSlot,
  contactsOf,
  EMPTY_SLOT,
  mayAdd,
  withChange,
  without,
} from "./contact-slots.ts";
import { copyToServer } from "./copy-contacts.ts";
import { focusFirstError } from "./first-error.ts";
import { NO_PIN_DRAFT, type PinDraft } from "./pin-draft.ts";
import { pinCodeAfter, settingsToEdit } from "./pin-saving.ts";
import {
  errorAt,
  problemToast,
  type SettingsField,
  type SettingsProblem,
  settingsProblem,
} from "./rules.ts";

/** The form's values and callbacks. */
export interface PreviewForm {
  readonly values: Settings;
  readonly contacts: readonly ContactSlot[];
  readonly pin: PinDraft;
  readonly isSaving: boolean;
  readonly changePin: (change: Partial<PinDraft>) => void;
  readonly change: (values: Partial<Settings>) => void;
  readonly changeContact: (index: number, change: Partial<ContactSlot>) => void;
  readonly addContact: () => void;
  readonly removeContact: (index: number) => void;
  /** What was wrong with a field at the last attempt to save, until something is changed. */
  readonly errorAt: (field: SettingsField) => string | null;
  readonly save: (form: HTMLElement) => void;
}

const slotsOf = (settings: Settings): readonly ContactSlot[] =>
  settings.contacts.length > 0 ? settings.contacts : [EMPTY_SLOT];

/** What the form is given: the demo PIN, the judge of the present PIN, and where to go after a save. */
export interface PreviewPlan {
  readonly demoPin: string;
  readonly checkPin: (pin: string) => Promise<boolean>;
  readonly goBack: () => void;
}

/** Starts with the stored settings. */
export function usePreviewForm({ demoPin, checkPin, goBack }: PreviewPlan): PreviewForm {
  const [values, setValues] = useState<Settings>(DEFAULT_SETTINGS);
  const [contacts, setContacts] = useState<readonly ContactSlot[]>(() => slotsOf(DEFAULT_SETTINGS));
  const [pin, setPin] = useState(NO_PIN_DRAFT);
  const [problem, setProblem] = useState<SettingsProblem | undefined>();
  const [isSaving, setSaving] = useState(false);
  // Read after hydration, because the server renders the defaults.
  useEffect(() => {
    const stored = settingsToEdit(settingsRecord.read());
    setValues(stored);
    setContacts(slotsOf(stored));
  }, []);
  useTakenOver((changes) => {
    setValues((before) => ({ ...before, ...changes }));
    if (changes.contacts !== undefined) setContacts(changes.contacts);
  });

  const save = async (form: HTMLElement) => {
    const found = settingsProblem(
      { ...values, pin, contacts },
      {
        safeWord: values.wakeWordMode === "custom",
        contact: false,
        pin: { hasPin: hasOwnPin(values), demoPin, isRequired: false },
      },
    );
    setProblem(found);
    if (found !== undefined) {
      focusFirstError(form);
      return void showToast(problemToast(found));
    }
    setSaving(true);
    const pinCode = await pinCodeAfter(pin, checkPin);
    if (pinCode === null) return setSaving(false);
    const kept = contactsOf(contacts, emergencyId);
    const safeWord = values.safeWord.trim() || DEFAULT_SETTINGS.safeWord;
    if (!settingsRecord.write({ ...values, pinCode, safeWord, contacts: kept })) {
      setSaving(false);
      return void showToast(saveMessages.settingsError);
    }
    void keepStorage();
    await settleSettings();
    showToast(settingsSaved(true));
    // The settings are saved already; a failed or waiting copy only shows a toast.
    const outcome = await copyToServer(kept);
    if (outcome !== "copied") showToast(settingsSaved(true, outcome));
    await pause(redirectTimes.settingsSavedMs);
    goBack();
  };

  const edit = (change: () => void) => {
    setProblem(undefined);
    change();
  };
  return {
    values,
    contacts,
    pin,
    isSaving,
    changePin: (changed) => edit(() => setPin((before) => ({ ...before, ...changed }))),
    change: (changed) => edit(() => setValues((before) => ({ ...before, ...changed }))),
    changeContact: (index, change) =>
      edit(() => setContacts((before) => withChange(before, index, change))),
    addContact: () => setContacts((before) => (mayAdd(before) ? [...before, EMPTY_SLOT] : before)),
    removeContact: (index) => setContacts((before) => without(before, index)),
    errorAt: (field) => errorAt(problem, field),
    save: (form) => void save(form),
  };
}
