/** The set-up's choice to start an emergency by voice. Each part is saved as it is made. */

import { Switch } from "#components/form/switch.tsx";
import textClasses from "#components/text.module.css";
import { showProblem } from "#components/toast/toast-store.ts";
import { listeningChoice } from "#content/settings-words.ts";
import { settingsRecord } from "#store/settings/settings.ts";
import { saveSettings } from "#store/settings/settings-copy.ts";
import { ListeningNote } from "./listening-note.tsx";
import { SafeWordForm } from "./testing/safe-word-form.tsx";

/** The switch, what is heard now, and the safe word, which is asked for once listening is wanted. */
export function SetupListening() {
  const { isListeningEnabled, wakeWordMode, safeWord } = settingsRecord.use();
  const isMissing = wakeWordMode === "custom" && safeWord.trim() === "";
  return (
    <>
      <Switch
        {...listeningChoice}
        isOn={isListeningEnabled && !isMissing}
        isDisabled={isMissing}
        onChange={(isOn) => void showProblem(saveSettings({ isListeningEnabled: isOn }))}
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
