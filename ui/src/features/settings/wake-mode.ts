/** What a saved safe word changes in what is listened for. */
import type { Settings } from "#store/settings/settings.ts";

/** The fields that hold what is listened for. */
type Wake = Pick<Settings, "safeWord" | "wakeWordMode">;

/**
 * What the dialog saves: its safe word is listened for once it was changed, or listening was switched on beside it.
 * A safe word that was only there while something else was edited changes nothing.
 */
export function wakeAfterDialog(values: Settings, stored: Settings): Wake {
  const safeWord = values.safeWord.trim();
  const isSwitchedOn = values.isListeningEnabled && !stored.isListeningEnabled;
  const isMeant = safeWord !== stored.safeWord || isSwitchedOn;
  return { safeWord, wakeWordMode: isMeant ? "custom" : stored.wakeWordMode };
}

/** What that means, for the person who is about to save. */
export function wakeHint({ wakeWordMode }: Wake): string {
  switch (wakeWordMode) {
    case "custom":
      return "Save to listen for this word. Choose two or more words that you never say by chance.";
    case "smart_assistant":
      return "The app listens for the built-in phrases now. Change the word to listen for it instead.";
    case "trained":
      return "The app listens for your trained phrase now. Change the word to listen for it instead.";
  }
}
