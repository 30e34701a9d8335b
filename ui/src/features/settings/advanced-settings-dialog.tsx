/** The advanced settings dialog (spec section 2). It saves on this device only. */
import { type FormEvent, useId } from "react";
import { Button } from "#components/button.tsx";
import { Dialog } from "#components/dialog.tsx";
import { Field } from "#components/field.tsx";
import { Switch } from "#components/switch.tsx";
import { pinLimits } from "#content/limits.ts";
import { askMotion } from "#platform/motion.ts";
import classes from "./advanced-settings-dialog.module.css";
import { type SettingsForm, useSettingsForm } from "./use-settings-form.ts";

type AdvancedSettingsDialogProps = {
  readonly isOpen: boolean;
  /** The PIN that is printed in public and therefore refused as one's own. */
  readonly demoPin: string;
  readonly onClose: () => void;
};

/** Edits everything that the emergency uses. Its form begins anew each time it opens. */
export function AdvancedSettingsDialog(props: AdvancedSettingsDialogProps) {
  const { isOpen, demoPin, onClose } = props;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Advanced Settings"
      description="Everything here stays on this device."
    >
      <Form demoPin={demoPin} onClose={onClose} />
    </Dialog>
  );
}

function Form({ demoPin, onClose }: Omit<AdvancedSettingsDialogProps, "isOpen">) {
  const form = useSettingsForm(demoPin);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (form.save()) {
      onClose();
    }
  };
  return (
    <form className={classes.form} onSubmit={save} noValidate>
      <VoiceFields form={form} />
      <ContactFields form={form} />
      <MessageField form={form} />
      <LockFields form={form} />
      <div className={classes.row}>
        <Button tone="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit">Save Settings</Button>
      </div>
    </form>
  );
}

function VoiceFields({ form: { values, change } }: { form: SettingsForm }) {
  const hasWord = values.safeWord.trim() !== "";
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>Voice Activation</legend>
      <Field
        label="Safe Word"
        hint="Choose two or more words that you never say by chance."
        value={values.safeWord}
        maxLength={80}
        autoComplete="off"
        onChange={(event) => change({ safeWord: event.target.value })}
      />
      <Switch
        label="Background Listening"
        hint="Works while this app is open on the screen. Some browsers send speech to their maker's service to recognise it."
        isOn={values.isListeningEnabled && hasWord}
        isDisabled={!hasWord}
        onChange={(isListeningEnabled) => change({ isListeningEnabled })}
      />
    </fieldset>
  );
}

function ContactFields({ form: { slots, changeSlot } }: { form: SettingsForm }) {
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>Emergency Contacts (Max 2)</legend>
      {slots.map((slot, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its place, empty ones have no id.
        <div key={index} className={classes.slot}>
          <Field
            label={`Contact ${index + 1} Name`}
            value={slot.name}
            maxLength={80}
            autoComplete="off"
            onChange={(event) => changeSlot(index, { name: event.target.value })}
          />
          <Field
            label={`Contact ${index + 1} Phone Number`}
            type="tel"
            value={slot.phoneNumber}
            maxLength={32}
            autoComplete="off"
            onChange={(event) => changeSlot(index, { phoneNumber: event.target.value })}
          />
        </div>
      ))}
    </fieldset>
  );
}

function MessageField({ form: { values, change } }: { form: SettingsForm }) {
  const id = useId();
  return (
    <div className={classes.slot}>
      <label className={classes.legend} htmlFor={id}>
        Emergency Message
      </label>
      <textarea
        id={id}
        className={classes.text}
        rows={3}
        maxLength={480}
        value={values.emergencyMessage}
        onChange={(event) => change({ emergencyMessage: event.target.value })}
      />
    </div>
  );
}

function LockFields({ form: { values, change } }: { form: SettingsForm }) {
  const hasPin = values.pinCode.length >= pinLimits.minimumDigits;
  const digits = (typed: string) => typed.replaceAll(/\D/g, "").slice(0, pinLimits.maximumDigits);
  const shake = async (isShakeEnabled: boolean) =>
    change({ isShakeEnabled: isShakeEnabled && (await askMotion()) });
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>Lock</legend>
      <Field
        label="Unlock PIN"
        hint="4 to 6 digits, and not the demo PIN: anybody can look that one up."
        inputMode="numeric"
        autoComplete="off"
        value={values.pinCode}
        onChange={(event) => change({ pinCode: digits(event.target.value) })}
      />
      <Switch
        label="Ask for the code first"
        hint="Before the heart opens settings."
        isOn={values.asksForCode && hasPin}
        isDisabled={!hasPin}
        onChange={(asksForCode) => change({ asksForCode })}
      />
      <Switch
        label="Shake to start"
        hint="Five hard shakes start a real emergency while the app is on the screen."
        isOn={values.isShakeEnabled}
        onChange={(isOn) => void shake(isOn)}
      />
    </fieldset>
  );
}
