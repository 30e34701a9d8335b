/** The support section. */
import { ButtonLink } from "#components/button.tsx";
import { Icon } from "#components/icon.tsx";
import { nationalText, telLink } from "#content/emergency-numbers.ts";
import { Section } from "./section.tsx";
import classes from "./support.module.css";

type SupportProps = { readonly email: string; readonly phone: string };

/** Its title and what it is for, here and on a page of its own. */
export const supportTexts = {
  title: "Contact and support",
  lead: `Questions about the app, a payment or a refund. This is not an emergency service: in danger call ${nationalText("or")}.`,
};

/** The mail address and, where there is one, the phone number. */
export function SupportWays({ email, phone }: SupportProps) {
  return (
    <div className={classes.row}>
      <ButtonLink tone="secondary" href={`mailto:${email}`}>
        <Icon name="mail" />
        {email}
      </ButtonLink>
      {phone !== "" && (
        <ButtonLink tone="secondary" href={telLink(phone)}>
          <Icon name="phone" />
          {phone}
        </ButtonLink>
      )}
    </div>
  );
}

/** The section of the landing page. */
export function Support(props: SupportProps) {
  return (
    <Section id="support" {...supportTexts}>
      <SupportWays {...props} />
    </Section>
  );
}
