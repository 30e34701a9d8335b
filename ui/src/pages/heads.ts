/** What the head of each page says to search engines; read by the build only. */
import { priceUsd } from "#content/limits.ts";
import * as paths from "#content/paths.ts";
import { productName } from "#content/product.ts";
import { type PageName, pages } from "./registry.ts";

/** The head of a page besides its title. */
export type PageHead = {
  readonly description: string;
  /** False keeps the page out of search engines. */
  readonly index: boolean;
  /** The path under which search engines should know the page. */
  readonly canonical: string | null;
  /** Structured data; the text `{origin}` stands for the public address of the server. */
  readonly jsonLd: object | null;
  /** True links the web manifest and the heart icons: app pages, and those where buyers arrive. */
  readonly isInstallable?: boolean;
};

const landingDescription =
  "A personal safety app that looks like a heart-rate monitor. Alert trusted contacts with your location, " +
  "record audio and lock the screen. $9.99 once, no subscription.";

/** App pages say nothing about themselves and are in no search engine. */
const appHead: PageHead = {
  description: "Heart rate.",
  index: false,
  canonical: null,
  jsonLd: null,
  isInstallable: true,
};

/** One head for each page of the registry. */
export const heads: Record<PageName, PageHead> = {
  landing: {
    description: landingDescription,
    index: true,
    canonical: paths.landing,
    jsonLd: {
      "@context": "https://schema.org",
      "@type": "SoftwareApplication",
      name: productName,
      applicationCategory: "LifestyleApplication",
      operatingSystem: "Any (web app)",
      url: "{origin}/",
      description: landingDescription,
      offers: {
        "@type": "Offer",
        price: priceUsd.toFixed(2),
        priceCurrency: "USD",
        availability: "https://schema.org/InStock",
        url: "{origin}/",
      },
    },
  },
  emergency: appHead,
  home: appHead,
  lockdown: appHead,
  "heart-monitor": appHead,
  settings: appHead,
  voice: appHead,
  "post-download": appHead,
  checkout: {
    description: "Secure checkout.",
    index: false,
    canonical: null,
    jsonLd: null,
  },
  subscribe: {
    description: "$9.99 once, lifetime access, no subscription.",
    index: true,
    canonical: paths.subscribe,
    jsonLd: null,
  },
  "payment-success": {
    description: "Your app is ready.",
    index: false,
    canonical: null,
    jsonLd: null,
    isInstallable: true,
  },
  "paypal-success": {
    description: "Your app is ready.",
    index: false,
    canonical: null,
    jsonLd: null,
    isInstallable: true,
  },
  "download-success": {
    description: "Your app is ready.",
    index: false,
    canonical: null,
    jsonLd: null,
    isInstallable: true,
  },
  verify: {
    description: "Open your app on another device.",
    index: true,
    canonical: paths.verify,
    jsonLd: null,
  },
  redownload: {
    description: "Open your app on another device.",
    index: true,
    canonical: paths.redownload,
    jsonLd: null,
    isInstallable: true,
  },
  "redownload-confirm": {
    description: "Open your app on this device.",
    index: false,
    canonical: null,
    jsonLd: null,
  },
  gift: {
    description: "Give the app to a friend: $9.99 once, lifetime access.",
    index: true,
    canonical: paths.gift,
    jsonLd: null,
  },
  "gift-redeem": {
    description: "A heart-rate monitor for your phone.",
    index: false,
    canonical: null,
    jsonLd: null,
  },
  "not-found": {
    description: "This page doesn't exist.",
    index: false,
    canonical: null,
    jsonLd: null,
  },
};

export { pages };
