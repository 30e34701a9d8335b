/** The contacts in the settings: up to two, and the first cannot be removed. */
import { Button } from "#components/button.tsx";
import { Card } from "#components/layout/card.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import { mayAdd, mayRemove } from "./contact-slots.ts";
import classes from "./settings.module.css";
import { ContactPair } from "./settings-fields.tsx";
import type { PageForm } from "./use-page-form.ts";

/** The fields of each contact, with buttons to add and remove one. */
export function ContactsForm({ form }: { form: PageForm }) {
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
