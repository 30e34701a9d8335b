/** The advanced settings dialog. It saves on this device only. */
import type { FormEvent } from "react";
import { Button } from "#components/button.tsx";
import { Dialog } from "#components/dialog/dialog.tsx";
import { Switch } from "#components/form/switch.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import screenClasses from "#components/layout/screen.module.css";
import { listeningChoice } from "#content/settings-words.ts";
import { hasOwnPin } from "#store/settings/own-pin.ts";
import { settingsRecord } from "#store/settings/settings.ts";
import { PinFields } from "./pin-fields.tsx";
import classes from "./settings.module.css";
import { ContactPair, MessageField, SafeWordField } from "./settings-fields.tsx";
import { DisguiseField, ShakeField } from "./trigger-fields.tsx";
import { type DialogForm, useDialogForm } from "./use-dialog-form.ts";
import { wakeAfterDialog, wakeHint } from "./wake-mode.ts";

/** The props of the dialog. */
export type AdvancedSettingsDialogProps = {
  readonly isOpen: boolean;
  /** The demo PIN, which is public and therefore rejected as an own PIN. */
  readonly demoPin: string;
  /** Whether a code is the present PIN; says so to the person when it is not. */
  readonly checkPin: (pin: string) => Promise<boolean>;
  readonly onClose: () => void;
};

/** Edits what the emergency uses. The form is reset each time the dialog opens. */
export function AdvancedSettingsDialog(props: AdvancedSettingsDialogProps) {
  const { isOpen, onClose } = props;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Advanced Settings"
      description="What you change here is kept on this device only."
    >
      <Form {...props} />
    </Dialog>
  );
}

function Form({ demoPin, checkPin, onClose }: AdvancedSettingsDialogProps) {
  const form = useDialogForm(demoPin, checkPin);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (await form.save(event.currentTarget)) onClose();
  };
  return (
    <form className={layoutClasses.wide} onSubmit={(event) => void submit(event)} noValidate>
      <VoiceFields form={form} />
      <ContactFields form={form} />
      <MessageField
        values={form.values}
        change={form.change}
        error={form.errorAt("emergencyMessage")}
      />
      <LockFields form={form} demoPin={demoPin} />
      <div className={screenClasses.buttons}>
        <Button tone="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit">Save Settings</Button>
      </div>
    </form>
  );
}

function VoiceFields({ form: { values, change, errorAt } }: { form: DialogForm }) {
  const hasWord = values.safeWord.trim() !== "";
  return (
    <fieldset className={`${layoutClasses.stack} ${classes.group}`}>
      <legend className={classes.dialogLegend}>Voice Activation</legend>
      <SafeWordField
        label="Safe Word"
        hint={wakeHint(wakeAfterDialog(values, settingsRecord.read()))}
        values={values}
        change={change}
        error={errorAt("safeWord")}
      />
      <Switch
        label="Background Listening"
        hint={listeningChoice.hint}
        isOn={values.isListeningEnabled && hasWord}
        isDisabled={!hasWord}
        onChange={(isListeningEnabled) => change({ isListeningEnabled })}
      />
    </fieldset>
  );
}

function ContactFields({ form: { slots, changeSlot, errorAt } }: { form: DialogForm }) {
  return (
    <fieldset className={`${layoutClasses.stack} ${classes.group}`}>
      <legend className={classes.dialogLegend}>Emergency Contacts (Max 2)</legend>
      {slots.map((slot, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its place, empty ones have no id.
        <div key={index} className={layoutClasses.close}>
          <ContactPair
            slot={slot}
            labels={[`Contact ${index + 1} Name`, `Contact ${index + 1} Phone Number`]}
            onChange={(change) => changeSlot(index, change)}
            errors={[errorAt(`name-${index}`), errorAt(`number-${index}`)]}
          />
        </div>
      ))}
    </fieldset>
  );
}

function LockFields({ form, demoPin }: { form: DialogForm; demoPin: string }) {
  const { values, change, pin, changePin, errorAt } = form;
  const hasPin = hasOwnPin(values);
  return (
    <fieldset className={`${layoutClasses.stack} ${classes.group}`}>
      <legend className={classes.dialogLegend}>Lock</legend>
      <PinFields
        label="Unlock PIN"
        hasPin={hasPin}
        demoPin={demoPin}
        draft={pin}
        change={changePin}
        asksForCode={values.asksForCode}
        onAskChange={(asksForCode) => change({ asksForCode })}
        errorAt={errorAt}
      />
      <ShakeField values={values} change={change} />
      <DisguiseField {...{ values, demoPin, change }} hasPin={hasPin || pin.wanted !== ""} />
    </fieldset>
  );
}
