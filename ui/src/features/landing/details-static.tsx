/** The sections of the landing page below the price: questions, what is read by those who want to know more, gift, help, support. */
import { Alternatives } from "./alternatives.tsx";
import { Faq } from "./faq.tsx";
import { GiftTeaser } from "./gift-teaser.tsx";
import { Makers } from "./makers.tsx";
import { Privacy } from "./privacy.tsx";
import { Resources } from "./resources.tsx";
import { FoldedSections } from "./section.tsx";
import { Situations } from "./situations.tsx";
import { Support } from "./support.tsx";
import { Terms } from "./terms.tsx";

type DetailsProps = { readonly supportEmail: string; readonly supportPhone: string };

/** Arranges them. */
export function Details({ supportEmail, supportPhone }: DetailsProps) {
  return (
    <div>
      <Faq />
      <FoldedSections>
        <Situations />
        <Alternatives />
        <Privacy />
        <Terms />
        <Makers />
      </FoldedSections>
      <GiftTeaser />
      <Resources />
      <Support email={supportEmail} phone={supportPhone} />
    </div>
  );
}
