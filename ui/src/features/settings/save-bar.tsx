/** The button that saves the settings, and whether there is something to save. */
import { Button } from "#components/button.tsx";
import { notSavedYet } from "#content/saved-words.ts";
import classes from "./settings.module.css";
import type { PageForm } from "./use-page-form.ts";

type SaveBarProps = {
  readonly form: Pick<PageForm, "isUnsaved" | "isSaving">;
  /** Without it the button submits the form around it. */
  readonly onSave?: () => void;
};

/** Stays on the screen while something is not saved. */
export function SaveBar({ form: { isUnsaved, isSaving }, onSave }: SaveBarProps) {
  return (
    <div className={classes.save} data-unsaved={isUnsaved || undefined}>
      <p className={classes.unsaved} role="status">
        {isUnsaved && notSavedYet}
      </p>
      <Button type={onSave ? "button" : "submit"} disabled={isSaving} onClick={onSave}>
        {isSaving ? "Saving..." : "Save Settings"}
      </Button>
    </div>
  );
}
