/** The state of the advanced settings form. */
import { useState } from "react";
import { showToast } from "#components/toast-store.ts";
import { contactLimits } from "#content/limits.ts";
import { saveMessages } from "#content/messages.ts";
import { emergencyId } from "#platform/random-id.ts";
import { keepStorage } from "#platform/storage.ts";
import { noteCopy, VOID_COPY } from "#store/contact-copies.ts";
import { hasOwnPin } from "#store/own-pin.ts";
import { type SavedContact, type Settings, settingsRecord } from "#store/settings.ts";
import { sendCopies } from "#sync/contact-copies.ts";
import { type ContactSlot, contactsOf, EMPTY_SLOT, withChange } from "./contact-slots.ts";
import { NO_PIN_DRAFT, type PinDraft } from "./pin-draft.ts";
import { pinCodeAfter, settingsToEdit } from "./pin-saving.ts";
import { settingsProblem } from "./rules.ts";
import { wakeAfterDialog } from "./wake-mode.ts";

/** The form's values and callbacks. */
export interface SettingsForm {
  readonly values: Settings;
  readonly slots: readonly ContactSlot[];
  readonly change: (values: Partial<Settings>) => void;
  readonly changeSlot: (index: number, change: Partial<ContactSlot>) => void;
  readonly pin: PinDraft;
  readonly changePin: (change: Partial<PinDraft>) => void;
  /** Saves on this device; true on success. */
  readonly save: () => Promise<boolean>;
}

const slotsOf = (settings: Settings): ContactSlot[] =>
  Array.from(
    { length: contactLimits.maximum },
    (_, index) => settings.contacts[index] ?? EMPTY_SLOT,
  );

/** This form's contacts stay on the device, so the server's copy of another first contact is overwritten. */
function voidStaleCopy(before: SavedContact | undefined): void {
  const now = settingsRecord.read().contacts[0];
  if (before?.name === now?.name && before?.phoneNumber === now?.phoneNumber) return;
  noteCopy(VOID_COPY);
  void sendCopies().catch(() => undefined);
}

/** Starts with the stored settings; `checkPin` says whether a code is the present PIN. */
export function useSettingsForm(
  demoPin: string,
  checkPin: (pin: string) => Promise<boolean>,
): SettingsForm {
  const [values, setValues] = useState<Settings>(() => settingsToEdit(settingsRecord.read()));
  const [pin, setPin] = useState(NO_PIN_DRAFT);
  const [slots, setSlots] = useState<readonly ContactSlot[]>(() => slotsOf(settingsRecord.read()));
  const change = (changed: Partial<Settings>) => setValues((before) => ({ ...before, ...changed }));

  const save = async () => {
    const problem = settingsProblem(
      { ...values, pin, contacts: slots },
      {
        safeWord: true,
        contact: true,
        pin: { hasPin: hasOwnPin(values), demoPin, isRequired: true },
      },
    );
    if (problem !== undefined) {
      showToast(problem);
      return false;
    }
    const before = settingsRecord.read().contacts[0];
    const pinCode = await pinCodeAfter(pin, checkPin);
    if (pinCode === null) return false;
    const saved = settingsRecord.write({
      ...values,
      pinCode,
      ...wakeAfterDialog(values, settingsRecord.read()),
      contacts: contactsOf(slots, emergencyId),
    });
    if (saved) voidStaleCopy(before);
    showToast(saved ? saveMessages.settingsSaved : saveMessages.settingsFailed);
    void keepStorage();
    return saved;
  };

  return {
    values,
    slots,
    change,
    pin,
    changePin: (changed) => setPin((before) => ({ ...before, ...changed })),
    changeSlot: (index, changed) => setSlots((before) => withChange(before, index, changed)),
    save,
  };
}
