/** The set-up's choice to start an emergency by voice. Each part is saved as it is made. */

import { Switch } from "#components/form/switch.tsx";
import textClasses from "#components/text.module.css";
import { showToast } from "#components/toast/toast-store.ts";
import { saveMessages } from "#content/messages.ts";
import { listeningChoice } from "#content/settings-words.ts";
import { settingsRecord } from "#store/settings/settings.ts";
import { ListeningNote } from "./listening-note.tsx";
import { SafeWordForm } from "./testing/safe-word-form.tsx";

/** The switch, what is heard now, and the safe word, which is asked for once listening is wanted. */
export function SetupListening() {
  const { isListeningEnabled, wakeWordMode, safeWord } = settingsRecord.use();
  const isMissing = wakeWordMode === "custom" && safeWord.trim() === "";
  const turn = (isOn: boolean) => {
    const isSaved = settingsRecord.write({ ...settingsRecord.read(), isListeningEnabled: isOn });
    if (!isSaved) showToast(saveMessages.settingsFailed);
  };
  return (
    <>
      <Switch
        {...listeningChoice}
        isOn={isListeningEnabled && !isMissing}
        isDisabled={isMissing}
        onChange={turn}
      />
      <ListeningNote />
      {isListeningEnabled && wakeWordMode === "smart_assistant" && (
        <p className={textClasses.note}>
          The built-in phrases start an emergency until you save a safe word. Two or more words that
          you never say by chance give fewer false alarms.
        </p>
      )}
      {(isListeningEnabled || isMissing) && <SafeWordForm />}
    </>
  );
}
