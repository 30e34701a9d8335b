/** Questions and answers as a page of their own. */
import { NarrowPage } from "#components/layout/page.tsx";
import { faqTitle, Questions } from "#features/landing/faq.tsx";
import { HelpLinks } from "#features/landing/link-row.tsx";

/** The same for a visitor, a buyer and somebody who was given the app. */
export function QuestionsPage() {
  return (
    <NarrowPage title={faqTitle}>
      <Questions />
      <HelpLinks />
    </NarrowPage>
  );
}
