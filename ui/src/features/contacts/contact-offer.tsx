/** The offer of a contact that only the server has. */
import { Button } from "#components/button.tsx";
import classes from "./contacts.module.css";
import type { PrimaryContact } from "./use-primary-contact.ts";

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
