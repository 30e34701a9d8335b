/** The emergency contact card of the main screen. */
import { type ReactNode, useEffect, useState } from "react";
import { Button } from "#components/button.tsx";
import { Card } from "#components/layout/card.tsx";
import { useHydrated } from "#components/loading.ts";
import textClasses from "#components/text.module.css";
import { contactLimits } from "#content/limits.ts";
import { settingsRecord } from "#store/settings/settings.ts";
import { areUnread, settleSettings } from "#store/settings/settings-copy.ts";
import classes from "./contacts.module.css";
import type { PrimaryContact } from "./use-primary-contact.ts";

/** Whether this phone's settings cannot be read, so that nobody can say whether it has contacts. */
function useUnread(): boolean {
  const settings = settingsRecord.use();
  const [isUnread, setUnread] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again when settings were found after all.
  useEffect(() => {
    void settleSettings().then((isForGood) => setUnread(areUnread(isForGood)));
  }, [settings]);
  return isUnread;
}

/** Shows the first contact, or the placeholder number and a hint when there is none. */
export function ContactCard(props: {
  primary: Pick<PrimaryContact, "contact">;
  onEdit: () => void;
  children?: ReactNode;
}) {
  const { contact } = props.primary;
  // The server does not know this phone's contacts.
  const isKnown = useHydrated();
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
              {isUnread ? "Contacts can't be read now" : isKnown ? "No contacts saved" : "\u00a0"}
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
