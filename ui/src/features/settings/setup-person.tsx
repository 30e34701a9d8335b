/** The set-up's form for the first contact and the message. */
import { type FormEvent, useState } from "react";
import { Button } from "#components/button.tsx";
import { Field } from "#components/form/field.tsx";
import { PhoneField } from "#components/form/phone-field.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import { showProblem, showToast } from "#components/toast/toast-store.ts";
import { textLimits } from "#content/limits.ts";
import { saveMessages } from "#content/messages.ts";
import { phoneNumberProblem } from "#content/phone-number.ts";
import { notSaved } from "#content/saved-words.ts";
import { wordsProblem } from "#content/sms-parts.ts";
import { randomId } from "#platform/random-id.ts";
import { keepStorage } from "#platform/storage/storage.ts";
import { type Settings, settingsRecord } from "#store/settings/settings.ts";
import { isSavedForGood } from "#store/settings/settings-copy.ts";
import { type ContactSlot, contactsOf, EMPTY_SLOT } from "./contact-slots.ts";
import { copyToServer } from "./copy-contacts.ts";
import { focusFirstError } from "./first-error.ts";
import { settingsOver } from "./rules.ts";
import { MessageField } from "./settings-fields.tsx";
import { useTakenOver } from "./transfer/taken-over.ts";

/** What the form edits. */
type Person = { readonly slot: ContactSlot; readonly emergencyMessage: string };

const personOf = ({ contacts, emergencyMessage }: Settings): Person => ({
  slot: contacts[0] ?? EMPTY_SLOT,
  emergencyMessage,
});

/** What keeps the form from being saved. */
function problemsOf({ slot, emergencyMessage }: Person) {
  return {
    name: slot.name.trim() === "" ? "Enter a name." : null,
    phoneNumber: phoneNumberProblem(slot.phoneNumber),
    message: wordsProblem(emergencyMessage, textLimits.message),
  };
}

/** `over` says what the form holds: what is stored, but for what was changed here, which is no change where it is stored. */
function usePerson() {
  const [changes, setChanges] = useState<Partial<Person>>({});
  const change = (changed: Partial<Person>) =>
    setChanges((before) =>
      settingsOver<Partial<Person>>({}, personOf(settingsRecord.read()), { ...before, ...changed }),
    );
  // It is stored already.
  useTakenOver(({ contacts, emergencyMessage }) =>
    change({
      ...(contacts?.[0] !== undefined && { slot: contacts[0] }),
      ...(emergencyMessage !== undefined && { emergencyMessage }),
    }),
  );
  return { over: (stored: Settings): Person => ({ ...personOf(stored), ...changes }), change };
}

/** Saves on this device, then copies the contact; `onDone` does not wait for the copy. */
export function SetupPerson({ onDone }: { readonly onDone: () => void }) {
  const { over, change } = usePerson();
  const settings = settingsRecord.use();
  const { slot, emergencyMessage } = over(settings);
  const [isTried, setTried] = useState(false);
  const problems = problemsOf({ slot, emergencyMessage });
  const changeSlot = (changed: Partial<ContactSlot>) => change({ slot: { ...slot, ...changed } });
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (Object.values(problems).some((problem) => problem !== null)) {
      return focusFirstError(event.currentTarget);
    }
    const stored = settingsRecord.read();
    const next = over(stored);
    const contacts = contactsOf([next.slot, ...stored.contacts.slice(1)], randomId);
    if (!settingsRecord.write({ ...stored, emergencyMessage: next.emergencyMessage, contacts })) {
      return void showToast(saveMessages.contactFailed);
    }
    void keepStorage();
    void showProblem(isSavedForGood().then((isForGood) => notSaved(true, isForGood)));
    // What cannot be copied now is sent later; the contact works without its copy.
    void copyToServer(contacts, stored.contacts);
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
        onChange={(event) => changeSlot({ name: event.target.value })}
      />
      <PhoneField
        label="Phone number"
        value={slot.phoneNumber}
        error={isTried ? problems.phoneNumber : null}
        onChange={(phoneNumber) => changeSlot({ phoneNumber })}
      />
      <MessageField values={{ ...settings, emergencyMessage }} change={change} />
      <Button type="submit">Save and continue</Button>
    </form>
  );
}
