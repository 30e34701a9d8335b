/** The screens of the settings that are saved together. Loaded lazily. */
import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { Button } from "#components/button.tsx";
import { RadioGroup } from "#components/form/radio-group.tsx";
import { Switch } from "#components/form/switch.tsx";
import { Card } from "#components/layout/card.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import textClasses from "#components/text.module.css";
import { listeningChoice } from "#content/settings-words.ts";
import { PHRASE_GROUPS, wakeOptions } from "#content/wake-phrases.ts";
import { hasOwnPin } from "#store/settings/own-pin.ts";
import { useVoicePhrase } from "#store/settings/voice-phrase.ts";
import { mayAdd, mayRemove } from "./contact-slots.ts";
import { focusFirstError } from "./first-error.ts";
import { PinFields } from "./pin-fields.tsx";
import { SaveBar } from "./save-bar.tsx";
import classes from "./settings.module.css";
import { ContactPair, MessageField, SafeWordField } from "./settings-fields.tsx";
import { DisguiseField } from "./trigger-fields.tsx";
import type { PageForm } from "./use-page-form.ts";

type SettingsFormProps = {
  readonly part: "contacts" | "message" | "pin" | "words" | "disguise";
  readonly form: PageForm;
  readonly demoPin: string;
  /** Stands below what listening needs. */
  readonly battery: ReactNode;
  /** Whether this browser recognises speech. */
  readonly isRecognised: boolean;
};

/** One part of the form. Its button saves all parts, and a refused one leads to the field that is wrong. */
export function SettingsForm({ part, form, demoPin, battery, isRecognised }: SettingsFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const { refusals } = form;
  useEffect(() => {
    if (refusals > 0 && element.current !== null) focusFirstError(element.current);
  }, [refusals]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    form.save();
  };
  return (
    <form ref={element} className={layoutClasses.stack} onSubmit={submit} noValidate>
      {part === "contacts" && <ContactsForm form={form} />}
      {part === "message" && <Message form={form} />}
      {part === "pin" && <Pin form={form} demoPin={demoPin} />}
      {part === "words" && (
        <>
          <Listening form={form} />
          <WakeWords form={form} isRecognised={isRecognised} />
          {battery}
        </>
      )}
      {part === "disguise" && <Disguise form={form} demoPin={demoPin} />}
      <SaveBar form={form} />
    </form>
  );
}

type WakeWordsProps = { readonly form: PageForm; readonly isRecognised: boolean };

function WakeWords({ form: { values, change, errorAt }, isRecognised }: WakeWordsProps) {
  const phrase = useVoicePhrase();
  return (
    <Card className={layoutClasses.stack}>
      <RadioGroup
        legend="Listen for"
        value={values.wakeWordMode}
        onChange={(wakeWordMode) => change({ wakeWordMode })}
        options={wakeOptions(phrase?.phrase ?? null, isRecognised)}
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
      <p className={textClasses.note}>
        A phrase that names another assistant may wake it too, and it then takes the microphone. Use
        one of the others if you can.
      </p>
      <p className={textClasses.note}>
        They work in most sentences, even "I had to call for help". A safe word that you never say
        by chance gives fewer false alarms.
      </p>
    </>
  );
}

function Message({ form: { values, change, errorAt } }: { form: PageForm }) {
  return (
    <Card className={layoutClasses.stack}>
      <MessageField values={values} change={change} error={errorAt("emergencyMessage")} />
      <p className={classes.location}>
        <span>Location</span>
        <strong className={classes.on}>Always ON</strong>
      </p>
      <p className={textClasses.note}>Your location is added whenever the device knows it.</p>
    </Card>
  );
}

function Listening({ form: { values, change } }: { form: PageForm }) {
  const isMissing = values.wakeWordMode === "custom" && values.safeWord.trim() === "";
  return (
    <Card className={layoutClasses.stack}>
      <Switch
        {...listeningChoice}
        isOn={values.isListeningEnabled && !isMissing}
        isDisabled={isMissing}
        onChange={(isListeningEnabled) => change({ isListeningEnabled })}
      />
    </Card>
  );
}

function Disguise({ form: { values, change, pin }, demoPin }: { form: PageForm; demoPin: string }) {
  const hasPin = hasOwnPin(values) || pin.wanted !== "";
  return (
    <Card className={layoutClasses.stack}>
      <DisguiseField {...{ values, hasPin, demoPin, change }} />
    </Card>
  );
}

function Pin({ form, demoPin }: { form: PageForm; demoPin: string }) {
  const { values, change, pin, changePin } = form;
  return (
    <Card className={layoutClasses.stack}>
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

/** The fields of each contact, up to two, with buttons to add and remove one; the first cannot be removed. */
function ContactsForm({ form }: { form: PageForm }) {
  const { contacts, changeContact, addContact, removeContact, errorAt } = form;
  return (
    <Card className={layoutClasses.stack}>
      {contacts.map((contact, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its place, empty ones have no id.
        <fieldset key={index} className={classes.contact}>
          <legend className={classes.legend}>Contact {index + 1}</legend>
          <ContactPair
            slot={contact}
            labels={["Name", "Phone number"]}
            onChange={(change) => changeContact(index, change)}
            errors={[errorAt(`name-${index}`), errorAt(`number-${index}`)]}
          />
          {mayRemove(contacts, index) && (
            <Button tone="quiet" onClick={() => removeContact(index)}>
              Remove contact {index + 1}
            </Button>
          )}
        </fieldset>
      ))}
      {mayAdd(contacts) && (
        <Button tone="secondary" onClick={addContact}>
          Add second contact
        </Button>
      )}
    </Card>
  );
}
