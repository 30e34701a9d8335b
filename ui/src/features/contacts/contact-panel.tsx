/** The contact card and the dialog that edits the contact. */
import { BasicSettingsDialog } from "./basic-settings-dialog.tsx";
import { ContactCard } from "./contact-card.tsx";
import { ContactOffer } from "./contact-offer.tsx";
import { usePrimaryContact } from "./use-primary-contact.ts";

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
