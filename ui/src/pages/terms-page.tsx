/** The terms as a page of their own. */
import { NarrowPage } from "#components/layout/page.tsx";
import { HelpLinks } from "#features/landing/link-row.tsx";
import { TermsList, termsTitle } from "#features/landing/terms.tsx";
import { StatementName } from "#features/purchase/statement-name.tsx";
import { useSite } from "./page-data.tsx";

/** The same for a visitor, a buyer and somebody who was given the app. */
export function TermsPage() {
  const { statementName, testPayments } = useSite();
  return (
    <NarrowPage title={termsTitle}>
      <TermsList />
      <StatementName name={statementName} isTest={testPayments} />
      <HelpLinks />
    </NarrowPage>
  );
}
