/** The landing page. */

import { priceLabel } from "#content/limits.ts";
import * as paths from "#content/paths.ts";
import { EmergencyNotice } from "#features/landing/emergency-notice.tsx";
import { Footer } from "#features/landing/footer.tsx";
import { GiftTeaser } from "#features/landing/gift-teaser.tsx";
import { Hero } from "#features/landing/hero.tsx";
import { Previews } from "#features/landing/previews.tsx";
import { PriceBox } from "#features/landing/price-box.tsx";
import { Privacy } from "#features/landing/privacy.tsx";
import { Resources } from "#features/landing/resources.tsx";
import { Support } from "#features/landing/support.tsx";
import { Testimonials } from "#features/landing/testimonials.tsx";
import { WhatItDoes } from "#features/landing/what-it-does.tsx";
import { BuyLink } from "#features/purchase/buy-link.tsx";
import { useSite } from "./page-data.tsx";

const footerLinks = [
  { href: paths.heartMonitor, label: "Live demo" },
  { href: paths.redownload, label: "Already Purchased?" },
  { href: paths.gift, label: "Gift" },
  { href: "#resources", label: "Emergency resources" },
  { href: "#privacy", label: "Privacy" },
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
        <WhatItDoes />
        <Previews />
        <PriceBox buyLink={<BuyLink>Purchase now - {priceLabel}</BuyLink>} />
        <Testimonials />
        <GiftTeaser />
        <Resources />
        <Privacy />
        <Support email={site.supportEmail} phone={site.supportPhone} />
      </main>
      <Footer links={footerLinks} />
    </>
  );
}
