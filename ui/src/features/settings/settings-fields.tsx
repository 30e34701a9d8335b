/** The fields shared by the settings page and the advanced settings dialog. */
import { Field, TextArea } from "#components/form/field.tsx";
import { PhoneField } from "#components/form/phone-field.tsx";
import { textLimits } from "#content/limits.ts";
import { wordsHint, wordsProblem } from "#content/sms-parts.ts";
import type { Settings } from "#store/settings/settings.ts";
import type { ContactSlot } from "./contact-slots.ts";

/** The edited settings, and the callback that changes them. */
interface Edited {
  readonly values: Settings;
  readonly change: (values: Partial<Settings>) => void;
  /** What was wrong when the form was to be saved. */
  readonly error?: string | null;
}

type ContactPairProps = {
  readonly slot: ContactSlot;
  /** The labels of the two fields. */
  readonly labels: readonly [name: string, number: string];
  readonly onChange: (change: Partial<ContactSlot>) => void;
  /** What was wrong with name and number when the form was to be saved. */
  readonly errors: readonly [name: string | null, number: string | null];
};

/** Name and number of one contact. */
export function ContactPair(props: ContactPairProps) {
  const { slot, onChange } = props;
  const [name, number] = props.labels;
  const [nameError, numberError] = props.errors;
  return (
    <>
      <Field
        label={name}
        error={nameError}
        value={slot.name}
        maxLength={textLimits.name}
        autoComplete="off"
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <PhoneField
        label={number}
        error={numberError}
        value={slot.phoneNumber}
        onChange={(phoneNumber) => onChange({ phoneNumber })}
      />
    </>
  );
}

type LabelledProps = Edited & { readonly label: string; readonly hint: string };

/** The safe word. */
export function SafeWordField({ label, hint, values, change, error = null }: LabelledProps) {
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      value={values.safeWord}
      maxLength={textLimits.phrase}
      autoComplete="off"
      onChange={(event) => change({ safeWord: event.target.value })}
    />
  );
}

/** The emergency message. */
export function MessageField({ values, change, error = null }: Edited) {
  return (
    <TextArea
      label="Emergency Message"
      rows={3}
      hint={wordsHint(values.emergencyMessage)}
      error={wordsProblem(values.emergencyMessage, textLimits.message) ?? error}
      value={values.emergencyMessage}
      onChange={(event) => change({ emergencyMessage: event.target.value })}
    />
  );
}
