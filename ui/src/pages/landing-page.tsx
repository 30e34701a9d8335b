/** The landing page. */

import * as paths from "#content/paths.ts";
import { priceLabel } from "#content/price.ts";
import { Details } from "#features/landing/details-static.tsx";
import { EmergencyNotice } from "#features/landing/emergency-notice.tsx";
import { Footer } from "#features/landing/footer.tsx";
import { Hero } from "#features/landing/hero.tsx";
import { HowItWorks } from "#features/landing/how-it-works-static.tsx";
import { Previews } from "#features/landing/previews.tsx";
import { PriceBox } from "#features/landing/price-box.tsx";
import { BuyLink } from "#features/purchase/buy-link.tsx";
import { StatementName } from "#features/purchase/statement-name.tsx";
import { useSite } from "./page-data.tsx";

const footerLinks = [
  { href: paths.gift, label: "Gift" },
  { href: "#faq", label: "Questions" },
  { href: paths.privacy, label: "Privacy" },
  { href: "#resources", label: "Emergency resources" },
  { href: "#support", label: "Support" },
];

/** Arranges the sections. */
export function LandingPage() {
  const site = useSite();
  return (
    <>
      <EmergencyNotice />
      <main id="main">
        <Hero buyLink={<BuyLink>Get it for {priceLabel}</BuyLink>} />
        <HowItWorks />
        <Previews />
        <PriceBox
          buyLink={<BuyLink>Purchase now - {priceLabel}</BuyLink>}
          statement={<StatementName name={site.statementName} isTest={site.testPayments} />}
        />
        <Details supportEmail={site.supportEmail} supportPhone={site.supportPhone} />
      </main>
      <Footer links={footerLinks} />
    </>
  );
}
