/** The set-up's form for the first contact and the message. */
import { type FormEvent, useState } from "react";
import { Button } from "#components/button.tsx";
import { Field } from "#components/form/field.tsx";
import { PhoneField } from "#components/form/phone-field.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import { showToast } from "#components/toast/toast-store.ts";
import { textLimits } from "#content/limits.ts";
import { saveMessages } from "#content/messages.ts";
import { phoneNumberProblem } from "#content/phone-number.ts";
import { wordsProblem } from "#content/sms-parts.ts";
import { randomId } from "#platform/random-id.ts";
import { keepStorage } from "#platform/storage/storage.ts";
import { type Settings, settingsRecord } from "#store/settings/settings.ts";
import { type ContactSlot, contactsOf, EMPTY_SLOT } from "./contact-slots.ts";
import { copyToServer } from "./copy-contacts.ts";
import { focusFirstError } from "./first-error.ts";
import { MessageField } from "./settings-fields.tsx";
import { useTakenOver } from "./transfer/taken-over.ts";

/** What keeps the form from being saved. */
function problemsOf(slot: ContactSlot, message: string) {
  return {
    name: slot.name.trim() === "" ? "Enter a name." : null,
    phoneNumber: phoneNumberProblem(slot.phoneNumber),
    message: wordsProblem(message, textLimits.message),
  };
}

/** Saves on this device, then copies the contact; `onDone` does not wait for the copy. */
export function SetupPerson({ onDone }: { readonly onDone: () => void }) {
  const [values, setValues] = useState<Settings>(() => settingsRecord.read());
  const [slot, setSlot] = useState<ContactSlot>(() => values.contacts[0] ?? EMPTY_SLOT);
  const [isTried, setTried] = useState(false);
  useTakenOver((changes) => {
    setValues((before) => ({ ...before, ...changes }));
    setSlot((before) => changes.contacts?.[0] ?? before);
  });
  const problems = problemsOf(slot, values.emergencyMessage);
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (Object.values(problems).some((problem) => problem !== null)) {
      return focusFirstError(event.currentTarget);
    }
    const stored = settingsRecord.read();
    const { emergencyMessage } = values;
    const contacts = contactsOf([slot, ...stored.contacts.slice(1)], randomId);
    if (!settingsRecord.write({ ...stored, emergencyMessage, contacts })) {
      return showToast(saveMessages.contactFailed);
    }
    void keepStorage();
    // What cannot be copied now is sent later; the contact works without its copy.
    void copyToServer(contacts);
    onDone();
  };
  return (
    <form className={layoutClasses.stack} onSubmit={save} noValidate>
      <Field
        label="Name"
        value={slot.name}
        maxLength={textLimits.name}
        autoComplete="off"
        error={isTried ? problems.name : null}
        onChange={(event) => setSlot({ ...slot, name: event.target.value })}
      />
      <PhoneField
        label="Phone number"
        value={slot.phoneNumber}
        error={isTried ? problems.phoneNumber : null}
        onChange={(phoneNumber) => setSlot({ ...slot, phoneNumber })}
      />
      <MessageField values={values} change={(change) => setValues({ ...values, ...change })} />
      <Button type="submit">Save and continue</Button>
    </form>
  );
}
