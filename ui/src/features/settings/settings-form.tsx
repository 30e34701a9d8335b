/** The settings page's form. */
import type { FormEvent, ReactNode } from "react";
import { Button } from "#components/button.tsx";
import { Card } from "#components/card.tsx";
import { RadioGroup } from "#components/radio-group.tsx";
import { Switch } from "#components/switch.tsx";
import { listeningChoice } from "#content/listening-choice.ts";
import { notSavedYet } from "#content/saved-words.ts";
import { PHRASE_GROUPS, wakeOptions } from "#content/wake-phrases.ts";
import { hasOwnPin } from "#store/own-pin.ts";
import { useVoicePhrase } from "#store/voice-phrase.ts";
import { ContactsForm } from "./contacts-form.tsx";
import { DisguiseField } from "./disguise-field.tsx";
import { PinFields } from "./pin-fields.tsx";
import { MessageField, SafeWordField } from "./settings-fields.tsx";
import classes from "./settings-form.module.css";
import { type PageForm, type PageFormPlan, usePageForm } from "./use-page-form.ts";

type SettingsFormProps = PageFormPlan & {
  readonly battery: ReactNode;
  /** The sections below the form. */
  readonly children: ReactNode;
};

/** Saves the settings, copies the contacts and goes back. */
export function SettingsForm({ battery, children, ...plan }: SettingsFormProps) {
  const form = usePageForm(plan);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    form.save(event.currentTarget);
  };
  return (
    <>
      <form className={classes.form} onSubmit={submit} noValidate>
        <ContactsForm form={form} />
        <Message form={form} />
        <Pin form={form} demoPin={plan.demoPin} />
        <WakeWords form={form} />
        <Listening form={form} demoPin={plan.demoPin} />
        {battery}
        <div className={classes.save} data-unsaved={form.isUnsaved || undefined}>
          <p className={classes.unsaved} role="status">
            {form.isUnsaved && notSavedYet}
          </p>
          <Button type="submit" disabled={form.isSaving}>
            {form.isSaving ? "Saving..." : "Save Settings"}
          </Button>
        </div>
      </form>
      {children}
    </>
  );
}

function WakeWords({ form: { values, change, errorAt } }: { form: PageForm }) {
  const phrase = useVoicePhrase();
  return (
    <Card className={classes.card}>
      <h2 className={classes.heading}>Wake Word Detection</h2>
      <RadioGroup
        legend="Listen for"
        value={values.wakeWordMode}
        onChange={(wakeWordMode) => change({ wakeWordMode })}
        options={wakeOptions(phrase?.phrase ?? null)}
      />
      {values.wakeWordMode === "custom" && (
        <SafeWordField
          label="SafeWord"
          hint="Two or more words that you never say by chance work best."
          values={values}
          change={change}
          error={errorAt("safeWord")}
        />
      )}
      {values.wakeWordMode === "smart_assistant" && <Phrases />}
    </Card>
  );
}

function Phrases() {
  return (
    <>
      <ul className={classes.phrases}>
        {PHRASE_GROUPS.map(({ label }) => (
          <li key={label}>{label}</li>
        ))}
      </ul>
      <p className={classes.note}>
        A phrase that names another assistant may wake it too, and it then takes the microphone. Use
        one of the others if you can.
      </p>
      <p className={classes.note}>
        They work in a short sentence too: "I had to call for help" starts an emergency. A safe word
        that you never say by chance gives fewer false alarms.
      </p>
    </>
  );
}

function Message({ form: { values, change, errorAt } }: { form: PageForm }) {
  return (
    <Card className={classes.card}>
      <MessageField values={values} change={change} error={errorAt("emergencyMessage")} />
      <p className={classes.location}>
        <span>Location</span>
        <strong className={classes.on}>Always ON</strong>
      </p>
      <p className={classes.note}>Your location is added whenever the device knows it.</p>
    </Card>
  );
}

function Listening({ form, demoPin }: { form: PageForm; demoPin: string }) {
  const { values, change } = form;
  const isMissing = values.wakeWordMode === "custom" && values.safeWord.trim() === "";
  return (
    <Card className={classes.card}>
      <Switch
        {...listeningChoice}
        isOn={values.isListeningEnabled && !isMissing}
        isDisabled={isMissing}
        onChange={(isListeningEnabled) => change({ isListeningEnabled })}
      />
      <DisguiseField values={values} demoPin={demoPin} change={change} />
    </Card>
  );
}

function Pin({ form, demoPin }: { form: PageForm; demoPin: string }) {
  const { values, change, pin, changePin } = form;
  return (
    <Card className={classes.card}>
      <PinFields
        label="Security PIN"
        hasPin={hasOwnPin(values)}
        demoPin={demoPin}
        draft={pin}
        change={changePin}
        asksForCode={values.asksForCode}
        onAskChange={(asksForCode) => change({ asksForCode })}
        errorAt={form.errorAt}
      />
    </Card>
  );
}
