/** The privacy policy as a page of its own. */
import { NarrowPage } from "#components/layout/page.tsx";
import { HelpLinks } from "#features/landing/link-row.tsx";
import { PrivacyPolicy, privacyTitle } from "#features/landing/privacy.tsx";

/** The same for a visitor, a buyer and somebody who was given the app. */
export function PrivacyPage() {
  return (
    <NarrowPage title={privacyTitle}>
      <PrivacyPolicy />
      <HelpLinks />
    </NarrowPage>
  );
}
