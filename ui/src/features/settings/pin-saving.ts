/** What a settings form does with the PIN when it opens and when it saves. */
import { showToast } from "#components/toast/toast-store.ts";
import { saveMessages } from "#content/messages.ts";
import { hasOwnPin } from "#store/settings/own-pin.ts";
import { type Settings, settingsRecord } from "#store/settings/settings.ts";
import { type PinDraft, pinToStore } from "./pin-draft.ts";

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
