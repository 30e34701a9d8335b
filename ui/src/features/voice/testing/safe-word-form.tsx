/** The safe word of the voice screen: a draft until it is saved. */
import { type FormEvent, useEffect, useState } from "react";
import { Button } from "#components/button.tsx";
import { Field } from "#components/form/field.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import { showToast } from "#components/toast/toast-store.ts";
import { textLimits } from "#content/limits.ts";
import { saveMessages } from "#content/messages.ts";
import { settingsRecord } from "#store/settings/settings.ts";
import { saveSettings } from "#store/settings/settings-copy.ts";

/** Saving makes the safe word the one that is listened for. */
export function SafeWordForm() {
  const { safeWord, wakeWordMode } = settingsRecord.use();
  const [draft, setDraft] = useState(safeWord);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => setDraft(safeWord), [safeWord]);
  const typed = draft.trim();
  const isHeard = wakeWordMode === "custom";
  const save = async () => {
    // Its list of common words is loaded when it is needed.
    const { safeWordProblem } = await import("#content/safe-word.ts");
    const wrong = safeWordProblem(draft);
    setProblem(wrong?.description ?? null);
    if (wrong !== null) return;
    const problem = await saveSettings({ safeWord: typed, wakeWordMode: "custom" });
    showToast(problem ?? saveMessages.safeWordSaved(typed));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save().catch(() => showToast(saveMessages.settingsFailed));
  };
  return (
    <form className={layoutClasses.stack} onSubmit={submit} noValidate>
      <Field
        label="Safe word"
        hint={
          isHeard
            ? `"${safeWord}" is chosen. Saving another word listens for that one.`
            : "Not chosen now. Saving it listens for it."
        }
        error={problem}
        value={draft}
        maxLength={textLimits.phrase}
        autoComplete="off"
        onChange={(event) => {
          setDraft(event.target.value);
          setProblem(null);
        }}
      />
      <Button type="submit" tone="secondary" disabled={isHeard && typed === safeWord}>
        Save safe word
      </Button>
    </form>
  );
}
