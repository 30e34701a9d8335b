/** The support contacts for a purchase. */
import { telLink } from "#content/emergency-numbers.ts";
import { Panel } from "./card.tsx";
import layoutClasses from "./layout.module.css";

type NeedHelpProps = { readonly email: string; readonly phone: string };

/** Shows the mail address and, where there is one, the phone number. */
export function NeedHelp({ email, phone }: NeedHelpProps) {
  return (
    <Panel title="Need Help?">
      <p>Write to us about a payment, a refund or anything that does not work.</p>
      <p className={layoutClasses.links}>
        <a className={layoutClasses.link} href={`mailto:${email}`}>
          {email}
        </a>
        {phone !== "" && (
          <a className={layoutClasses.link} href={telLink(phone)}>
            {phone}
          </a>
        )}
      </p>
    </Panel>
  );
}
