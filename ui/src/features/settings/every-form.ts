/** What every settings form has: the PIN as it is typed and as it is saved, and what was wrong at the last attempt to save. */
import { useState } from "react";
import { showToast } from "#components/toast/toast-store.ts";
import { saveMessages } from "#content/messages.ts";
import { hasOwnPin } from "#store/settings/own-pin.ts";
import { type Settings, settingsRecord } from "#store/settings/settings.ts";
import type { ContactSlot } from "./contact-slots.ts";
import { NO_PIN_DRAFT, type PinDraft, pinToStore } from "./pin-draft.ts";
import { errorAt, type SettingsField, type SettingsProblem, settingsProblem } from "./rules.ts";

/** What a form asks for. */
export interface FormNeeds {
  readonly safeWord: boolean;
  readonly contact: boolean;
  readonly pin: boolean;
}

/** `demoPin` is the code that is printed in public. */
export function useFormCheck(demoPin: string) {
  const [pin, setPin] = useState(NO_PIN_DRAFT);
  const [problem, setProblem] = useState<SettingsProblem | undefined>();
  const edit = (change: () => void) => {
    setProblem(undefined);
    change();
  };
  return {
    pin,
    setPin,
    /** Makes a change, after which nothing is said to be wrong. */
    edit,
    changePin: (change: Partial<PinDraft>) =>
      edit(() => setPin((before) => ({ ...before, ...change }))),
    /** What was wrong with a field at the last attempt to save, until something is changed. */
    errorAt: (field: SettingsField) => errorAt(problem, field),
    /**
     * Looks for a problem before a save, and marks its field. Its toast is the form's to show, once it has led to the field:
     * a toast takes its place by what is on the screen.
     */
    check: (
      values: Settings,
      contacts: readonly ContactSlot[],
      needs: FormNeeds,
    ): SettingsProblem | undefined => {
      const found = settingsProblem(
        { ...values, pin, contacts },
        { ...needs, pin: { hasPin: hasOwnPin(values), demoPin, isRequired: needs.pin } },
      );
      setProblem(found);
      return found;
    },
  };
}

/** The settings as a form begins with them: the code is asked for from the first own PIN on. */
export function settingsToEdit(stored: Settings): Settings {
  return hasOwnPin(stored) ? stored : { ...stored, asksForCode: true };
}

/** The PIN to store after a save; null when it cannot be saved, which the person was told. */
export async function pinCodeAfter(
  draft: PinDraft,
  checkPin: (pin: string) => Promise<boolean>,
): Promise<string | null> {
  try {
    return await pinToStore(draft, settingsRecord.read().pinCode, checkPin);
  } catch {
    showToast(saveMessages.settingsFailed);
    return null;
  }
}
