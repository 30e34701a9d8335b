/** The emergency contact card of the main screen. */
import type { ReactNode } from "react";
import { Button } from "#components/button.tsx";
import { Card } from "#components/layout/card.tsx";
import textClasses from "#components/text.module.css";
import { contactLimits } from "#content/limits.ts";
import { useUnread } from "#store/settings/use-unread.ts";
import classes from "./contacts.module.css";
import type { PrimaryContact } from "./use-primary-contact.ts";

/** Shows the first contact, or the placeholder number and a hint when there is none. */
export function ContactCard(props: {
  primary: Pick<PrimaryContact, "contact">;
  onEdit: () => void;
  children?: ReactNode;
}) {
  const { contact } = props.primary;
  // Null on the server too, which does not know this phone's contacts.
  const isUnread = useUnread();
  return (
    <Card>
      <div className={classes.card}>
        <div className={classes.words}>
          <h2 className={classes.title}>Emergency Contact</h2>
          <p className={classes.number}>
            {contact?.phoneNumber || contactLimits.placeholderNumber}
          </p>
          {contact === null ? (
            // Keeps its line meanwhile, so that nothing moves.
            <p className={textClasses.trouble}>
              {isUnread === null
                ? "\u00a0"
                : isUnread
                  ? "Contacts can't be read now"
                  : "No contacts saved"}
            </p>
          ) : (
            <p className={textClasses.soft}>{contact.name}</p>
          )}
        </div>
        <Button tone="secondary" onClick={props.onEdit}>
          Edit
        </Button>
      </div>
      {props.children}
    </Card>
  );
}
