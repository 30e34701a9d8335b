/** The set-up's form for the own PIN. */
import { type FormEvent, useState } from "react";
import { Button } from "#components/button.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import { showToast } from "#components/toast/toast-store.ts";
import { messageText, saveMessages } from "#content/messages.ts";
import { keepStorage } from "#platform/storage/storage.ts";
import { hasOwnPin } from "#store/settings/own-pin.ts";
import { type Settings, settingsRecord } from "#store/settings/settings.ts";
import { saveSettings } from "#store/settings/settings-copy.ts";
import { pinCodeAfter, settingsToEdit } from "./every-form.ts";
import { focusFirstError } from "./first-error.ts";
import { NO_PIN_DRAFT, type PinProblem, pinProblem } from "./pin-draft.ts";
import { PinFields } from "./pin-fields.tsx";

type SetupPinProps = {
  /** The demo PIN, which is public and therefore rejected. */
  readonly demoPin: string;
  readonly checkPin: (pin: string) => Promise<boolean>;
  /** Comes before a new PIN is stored: the person who typed it is not asked for it at once. */
  readonly onTyped: () => void;
  readonly onDone: () => void;
};

/** Takes the PIN twice and stores its hash. With a PIN it may stay as it is. */
export function SetupPin({ demoPin, checkPin, onTyped, onDone }: SetupPinProps) {
  const settings = settingsRecord.use();
  const hasPin = hasOwnPin(settings);
  const [draft, setDraft] = useState(NO_PIN_DRAFT);
  // What was chosen here, if anything: else it stays as it is stored, which another tab may change.
  const [choice, setChoice] = useState<Partial<Pick<Settings, "asksForCode">>>({});
  const { asksForCode } = { ...settingsToEdit(settings), ...choice };
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<PinProblem | undefined>();
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const found = pinProblem(draft, { hasPin, demoPin, isRequired: true });
    setProblem(found);
    if (found !== undefined) return focusFirstError(form);
    setBusy(true);
    const isSaved = await store();
    setBusy(false);
    if (isSaved) onDone();
  };
  const store = async () => {
    const pinCode = await pinCodeAfter(draft, checkPin);
    if (pinCode === null) return false;
    onTyped();
    void keepStorage();
    const edited = settingsToEdit(settingsRecord.read());
    const problem = await saveSettings({ ...edited, ...choice, pinCode });
    if (problem !== null) showToast(problem);
    return problem !== saveMessages.settingsFailed;
  };
  return (
    <form className={layoutClasses.stack} onSubmit={(event) => void save(event)} noValidate>
      <PinFields
        label="Security PIN"
        demoPin={demoPin}
        hasPin={hasPin}
        draft={draft}
        change={(change) => {
          setProblem(undefined);
          setDraft({ ...draft, ...change });
        }}
        asksForCode={asksForCode}
        onAskChange={(isAsked) => setChoice({ asksForCode: isAsked })}
        errorAt={(part) => (problem?.part === part ? messageText(problem.message) : null)}
      />
      <Button type="submit" disabled={isBusy}>
        {isBusy
          ? "Saving..."
          : hasPin && draft.wanted === ""
            ? "Keep it and continue"
            : "Save and continue"}
      </Button>
    </form>
  );
}
