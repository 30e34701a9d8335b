/** The state of the settings page's form, above its screens. Saving writes to this device first, then copies the contacts. */
import { useEffect, useState } from "react";
import { showToast } from "#components/toast/toast-store.ts";
import { saveMessages } from "#content/messages.ts";
import { changedElsewhere, settingsSaved } from "#content/saved-words.ts";
import { randomId } from "#platform/random-id.ts";
import { keepStorage } from "#platform/storage/storage.ts";
import { hasOwnPin } from "#store/settings/own-pin.ts";
import { DEFAULT_SETTINGS, type Settings, settingsRecord } from "#store/settings/settings.ts";
import { isSavedForGood } from "#store/settings/settings-copy.ts";
import {
  type ContactSlot,
  contactsOf,
  EMPTY_SLOT,
  mayAdd,
  withChange,
  without,
} from "./contact-slots.ts";
import { copyToServer } from "./copy-contacts.ts";
import { pinCodeAfter, settingsToEdit, useFormCheck } from "./every-form.ts";
import { NO_PIN_DRAFT, type PinDraft } from "./pin-draft.ts";
import { isSame, problemToast, type SettingsField, settingsOver } from "./rules.ts";
import { useTakenOver } from "./transfer/taken-over.ts";
import { afterSave, type FormContent, isUnsaved, noteUnsaved, withUnsaved } from "./unsaved.ts";
import { useSaving } from "./use-saving.ts";

/** The form's values and callbacks. */
export interface PageForm {
  readonly values: Settings;
  readonly contacts: readonly ContactSlot[];
  readonly pin: PinDraft;
  readonly isSaving: boolean;
  /** Whether the form holds something that is not stored. */
  readonly isUnsaved: boolean;
  readonly changePin: (change: Partial<PinDraft>) => void;
  readonly change: (values: Partial<Settings>) => void;
  readonly changeContact: (index: number, change: Partial<ContactSlot>) => void;
  readonly addContact: () => void;
  readonly removeContact: (index: number) => void;
  /** What was wrong with a field at the last attempt to save, until something is changed. */
  readonly errorAt: (field: SettingsField) => string | null;
  /** How many attempts to save were refused. */
  readonly refusals: number;
  readonly save: () => void;
}

const contentOf = (values: Settings): FormContent => ({
  values,
  contacts: values.contacts.length > 0 ? values.contacts : [EMPTY_SLOT],
});

const settingsNow = () => settingsToEdit(settingsRecord.read());

/** The form's content beside what is stored, which is null until it was read. */
function useContent() {
  const [stored, setStored] = useState<FormContent | null>(null);
  const [content, setContent] = useState(() => contentOf(DEFAULT_SETTINGS));
  const begin = (now: FormContent) => {
    setStored(now);
    const { content, gaveWay } = withUnsaved(now);
    setContent(content);
    if (gaveWay) showToast(changedElsewhere);
  };
  // Read after hydration, because the server renders the defaults.
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once.
  useEffect(() => begin(contentOf(settingsNow())), []);
  useEffect(() => {
    if (stored !== null) noteUnsaved(stored, content);
  }, [stored, content]);
  useTakenOver((changes) => {
    const take = ({ values, contacts }: FormContent): FormContent => ({
      values: { ...values, ...changes },
      contacts: changes.contacts ?? contacts,
    });
    setStored((before) => before && take(before));
    setContent(take);
  });
  const setValues = (change: Partial<Settings>) =>
    setContent(({ values, contacts }) => ({ values: { ...values, ...change }, contacts }));
  const setContacts = (change: (before: readonly ContactSlot[]) => readonly ContactSlot[]) =>
    setContent(({ values, contacts }) => ({ values, contacts: change(contacts) }));
  return {
    content,
    begun: (stored ?? content).values,
    setValues,
    setContacts,
    isChanged: stored !== null && isUnsaved(stored, content),
    /** Begins anew with what is stored now; what was changed since `sent` was saved stays. */
    saved: (sent: FormContent) => {
      const now = contentOf(settingsNow());
      setStored(now);
      setContent((held) => afterSave(sent, held, now));
    },
  };
}

/** What the form is given: the demo PIN, the judge of the present PIN, the way to a field, and where to go after a save. */
export interface PageFormPlan {
  readonly demoPin: string;
  /** The history entry that is shown: another object after each step. */
  readonly entry: object;
  readonly checkPin: (pin: string) => Promise<boolean>;
  /** The PIN that is stored now was just typed: asking for it at once would take the form away, and what is typed in it. */
  readonly onTyped: () => void;
  readonly showField: (field: SettingsField) => void;
  readonly goBack: () => void;
}

/** Starts with the stored settings. */
export function usePageForm(plan: PageFormPlan): PageForm {
  const { demoPin, entry, checkPin, onTyped, showField, goBack } = plan;
  const { content, begun, setValues, setContacts, isChanged, saved } = useContent();
  const { values, contacts } = content;
  const { pin, setPin, edit, changePin, errorAt, check } = useFormCheck(demoPin);
  const [refusals, setRefusals] = useState(0);
  const holdsMore = isChanged || !isSame(pin, NO_PIN_DRAFT);
  const saving = useSaving({ entry, isUnsaved: holdsMore }, goBack);

  const save = async () => {
    const found = check(values, contacts, {
      safeWord: values.wakeWordMode === "custom",
      contact: false,
      pin: false,
    });
    if (found !== undefined) {
      setRefusals(refusals + 1);
      showField(found.field);
      return void showToast(problemToast(found));
    }
    const run = saving.begin();
    const pinCode = await pinCodeAfter(pin, checkPin);
    if (pinCode === null) return saving.refuse();
    const held = { ...values, contacts: contactsOf(contacts, randomId) };
    const before = settingsNow();
    const next = settingsOver(before, begun, held);
    const safeWord = next.safeWord.trim() || DEFAULT_SETTINGS.safeWord;
    // The PIN with which the disguise was chosen may have been taken back since.
    const staysDisguised = next.staysDisguised && (before.staysDisguised || hasOwnPin({ pinCode }));
    if (!settingsRecord.write({ ...next, pinCode, safeWord, staysDisguised })) {
      saving.refuse();
      return void showToast(saveMessages.settingsError);
    }
    if (pin.wanted !== "") onTyped();
    saved(content);
    setPin((held) => (isSame(held, pin) ? NO_PIN_DRAFT : held));
    saving.noteStored(run);
    void keepStorage();
    const isForGood = await isSavedForGood();
    showToast(settingsSaved(true, isForGood));
    // The settings are saved already; a failed or waiting copy only shows a toast.
    const outcome = await copyToServer(next.contacts, before.contacts);
    if (isForGood && outcome !== "copied") showToast(settingsSaved(true, isForGood, outcome));
    await saving.leave(run);
  };

  return {
    values,
    contacts,
    pin,
    isSaving: saving.isSaving,
    isUnsaved: holdsMore,
    changePin,
    change: (changed) => edit(() => setValues(changed)),
    changeContact: (index, change) =>
      edit(() => setContacts((before) => withChange(before, index, change))),
    addContact: () => setContacts((before) => (mayAdd(before) ? [...before, EMPTY_SLOT] : before)),
    removeContact: (index) => setContacts((before) => without(before, index)),
    errorAt,
    refusals,
    save: () => void save(),
  };
}
