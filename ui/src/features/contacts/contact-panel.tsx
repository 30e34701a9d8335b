/** The contact card, with the offer of a contact that only the server has, and the dialog that edits the contact. */

import { Button } from "#components/button.tsx";
import { BasicSettingsDialog } from "./basic-settings-dialog.tsx";
import { ContactCard } from "./contact-card.tsx";
import classes from "./contacts.module.css";
import { type PrimaryContact, usePrimaryContact } from "./use-primary-contact.ts";

/** Offers a contact that only the server has: it may be one whom the person no longer trusts. */
export function ContactOffer(props: { primary: Pick<PrimaryContact, "offered" | "answerOffer"> }) {
  const { offered, answerOffer } = props.primary;
  if (offered === null) return null;
  return (
    <div className={classes.offer}>
      <p>
        Saved earlier: {offered.name}, {offered.phoneNumber}. Should this person be told in an
        emergency?
      </p>
      <div className={classes.answers}>
        <Button onClick={() => answerOffer(true)}>Use this contact</Button>
        <Button tone="secondary" onClick={() => answerOffer(false)}>
          Don't use
        </Button>
      </div>
    </div>
  );
}

/** Whether the dialog is open, and the callbacks that open and close it. */
export type ContactPanelProps = {
  readonly isOpen: boolean;
  readonly onEdit: () => void;
  readonly onClose: () => void;
};

/** The card and its dialog share one contact. */
export function ContactPanel({ isOpen, onEdit, onClose }: ContactPanelProps) {
  const primary = usePrimaryContact();
  return (
    <>
      <ContactCard primary={primary} onEdit={onEdit}>
        <ContactOffer primary={primary} />
      </ContactCard>
      <BasicSettingsDialog isOpen={isOpen} primary={primary} onClose={onClose} />
    </>
  );
}
