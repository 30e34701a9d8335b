/** The sections of the landing page below the price: for whom, compared with what, questions, gift, help, privacy, terms, support. */
import { Alternatives } from "./alternatives.tsx";
import { Faq } from "./faq.tsx";
import { GiftTeaser } from "./gift-teaser.tsx";
import { Makers } from "./makers.tsx";
import { Privacy } from "./privacy.tsx";
import { Resources } from "./resources.tsx";
import { Situations } from "./situations.tsx";
import { Support } from "./support.tsx";
import { Terms } from "./terms.tsx";

type DetailsProps = { readonly supportEmail: string; readonly supportPhone: string };

/** Arranges them. */
export function Details({ supportEmail, supportPhone }: DetailsProps) {
  return (
    <div>
      <Situations />
      <Alternatives />
      <Faq />
      <GiftTeaser />
      <Resources />
      <Privacy />
      <Terms />
      <Makers />
      <Support email={supportEmail} phone={supportPhone} />
    </div>
  );
}
