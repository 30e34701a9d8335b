/** The basic settings dialog: the first contact. */
import { type FormEvent, useState } from "react";
import { Button } from "#components/button.tsx";
import { Dialog } from "#components/dialog/dialog.tsx";
import { Field } from "#components/form/field.tsx";
import { PhoneField } from "#components/form/phone-field.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import screenClasses from "#components/layout/screen.module.css";
import textClasses from "#components/text.module.css";
import { textLimits } from "#content/limits.ts";
import { phoneNumberProblem } from "#content/phone-number.ts";
import type { PrimaryContact } from "./use-primary-contact.ts";

type BasicSettingsDialogProps = {
  readonly isOpen: boolean;
  readonly primary: PrimaryContact;
  readonly onClose: () => void;
};

/** Edits the first contact. The form is reset each time the dialog opens. */
export function BasicSettingsDialog({ isOpen, primary, onClose }: BasicSettingsDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Settings"
      description="Who is told in an emergency."
    >
      <ContactForm primary={primary} onClose={onClose} />
    </Dialog>
  );
}

function ContactForm({ primary, onClose }: Omit<BasicSettingsDialogProps, "isOpen">) {
  const [name, setName] = useState(primary.contact?.name ?? "");
  const [phoneNumber, setPhoneNumber] = useState(primary.contact?.phoneNumber ?? "");
  const [error, setError] = useState<string | null>(null);
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const problem = phoneNumberProblem(phoneNumber);
    setError(problem);
    if (problem !== null) form.querySelector<HTMLInputElement>("[type=tel]")?.focus();
    if (await primary.save({ name, phoneNumber })) {
      onClose();
    }
  };
  return (
    <form className={layoutClasses.stack} onSubmit={(event) => void save(event)} noValidate>
      <Field
        label="Contact Name"
        value={name}
        maxLength={textLimits.name}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <PhoneField
        label="Emergency Contact Number"
        value={phoneNumber}
        error={error}
        onChange={(number) => {
          setError(null);
          setPhoneNumber(number);
        }}
      />
      {primary.isCopyMissing && (
        <p className={textClasses.soft} role="status">
          This phone has the contact and uses it in an emergency. Couldn't back it up to our server.
        </p>
      )}
      <div className={screenClasses.buttons}>
        <Button tone="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={primary.isSaving}>
          Save Changes
        </Button>
      </div>
    </form>
  );
}
