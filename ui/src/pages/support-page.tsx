/** Whom to ask, as a page of its own. */
import { NarrowPage } from "#components/layout/page.tsx";
import { useLazyPart } from "#components/loading.ts";
import { Countries } from "#features/landing/countries-static.tsx";
import { HelpLinks } from "#features/landing/link-row.tsx";
import { SupportWays, supportTexts } from "#features/landing/support.tsx";
import { useSite } from "./page-data.tsx";

const loadNumbers = async () => (await import("#features/landing/country-help.tsx")).NumbersHere;

/** The same for a visitor, a buyer and somebody who was given the app; the numbers are those of the country, and below them those of others. */
export function SupportPage() {
  const { supportEmail, supportPhone } = useSite();
  const NumbersHere = useLazyPart(loadNumbers, true);
  return (
    <NarrowPage title={supportTexts.title} lead={supportTexts.lead}>
      <SupportWays email={supportEmail} phone={supportPhone} />
      <HelpLinks />
      {NumbersHere && <NumbersHere />}
      <Countries />
    </NarrowPage>
  );
}
