/** Up to two contacts; the first always stays. */
import { Button } from "#components/button.tsx";
import { Card } from "#components/card.tsx";
import { Field } from "#components/field.tsx";
import classes from "./preview-settings.module.css";
import { mayAdd, mayRemove } from "./rules.ts";
import type { PreviewForm } from "./use-preview-form.ts";

/** The fields of each contact, with adding and removing. */
export function ContactFields({ form }: { form: PreviewForm }) {
  const { contacts, changeContact, addContact, removeContact } = form;
  return (
    <Card className={classes.card}>
      <h2 className={classes.heading}>Emergency Contacts</h2>
      {contacts.map((contact, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its place, empty ones have no id.
        <fieldset key={index} className={classes.contact}>
          <legend className={classes.legend}>Contact {index + 1}</legend>
          <Field
            label="Name"
            value={contact.name}
            maxLength={80}
            autoComplete="off"
            onChange={(event) => changeContact(index, { name: event.target.value })}
          />
          <Field
            label="Phone number"
            type="tel"
            value={contact.phoneNumber}
            maxLength={32}
            autoComplete="off"
            onChange={(event) => changeContact(index, { phoneNumber: event.target.value })}
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
