/**
 * The page registry: what the build and the server must know of every page. A page `x` lives in
 * `x-page.tsx`, which exports `XPage`.
 *
 * Read by the build and by tests, and in no bundle: the build makes from it the client entries, the
 * lists of pages for the renderer and for the app, the page manifest and the worker's list.
 */

import { faq } from "#content/faq.ts";
import * as paths from "#content/paths.ts";
import { currency, namedPrice, priceInUsd } from "#content/price.ts";
import { disguiseTitle, productName } from "#content/product.ts";
import type { PageName } from "#wire/pages.ts";

/** A picture in `public/`, 1200 by 630 pixels, and what is to be seen on it. */
type Preview = { readonly path: string; readonly alt: string };

/** The head of a page's document, as the server reads it in the page manifest. */
type PageHead = {
  readonly title: string;
  readonly description: string;
  /** False keeps the page out of search engines. */
  readonly index: boolean;
  /**
   * False asks browsers not to translate the page. They put other elements in the place of its texts, without what is changed
   * later: an emergency would go on to say what it said first. What stands on it would go to whoever translates.
   */
  readonly translate: boolean;
  /** The path under which search engines should know the page. */
  readonly canonical: string | null;
  /** Structured data; the text `{origin}` stands for the public address of the server. */
  readonly jsonLd: object | null;
  /** The picture of link previews; a page without one has none. It is shown in chats: nothing on it says what the app is for. */
  readonly preview: Preview | null;
  /**
   * What can be installed from the page, whose web manifest and icons it links: the app from app pages and those where
   * buyers arrive, and the guardian's page from itself.
   */
  readonly installs: "app" | "watch" | null;
};

/** What is known of a page. */
export type PageFacts = {
  /** The path pattern in the router's notation. */
  readonly pattern: string;
  /** What surrounds the page: public pages have the quick exit, app pages the emergency, the guardian's page nothing. */
  readonly frame: "public" | "app" | "watch";
  /** Whether the page hydrates as soon as its script is there, or once the browser has time. */
  readonly start: "deferred" | "at-once";
  /** The modules of what stands below the first screen, the first of which has the place of their style. */
  readonly belowFold: readonly string[];
  readonly head: PageHead;
};

/** The disguise's own picture. */
const heart: Preview = { path: "/preview.png", alt: "A heart and a heart-rate line" };

/** A page of the app: its head says nothing about it, and it is in no search engine. */
function appPage(pattern: string): PageFacts {
  const head: PageHead = {
    title: disguiseTitle,
    description: "Heart rate.",
    index: false,
    translate: false,
    canonical: null,
    jsonLd: null,
    preview: heart,
    installs: "app",
  };
  return { pattern, frame: "app", start: "at-once", belowFold: [], head };
}

type PublicOptions = {
  readonly title: string;
  readonly description: string;
  readonly isDeferred?: boolean;
  readonly isIndexed?: boolean;
  readonly isInstallable?: boolean;
  readonly jsonLd?: object;
  readonly preview?: Preview;
  readonly belowFold?: readonly string[];
};

/** A page for people who do not have the app open. Most hydrate at once and stay out of search engines. */
function publicPage(pattern: string, options: PublicOptions): PageFacts {
  const { isDeferred = false, isIndexed = false, isInstallable = false, jsonLd = null } = options;
  const { preview = isIndexed ? heart : null } = options;
  const head: PageHead = {
    title: options.title,
    description: options.description,
    index: isIndexed,
    translate: true,
    canonical: isIndexed ? pattern : null,
    jsonLd,
    preview,
    installs: isInstallable ? "app" : null,
  };
  const start = isDeferred ? "deferred" : "at-once";
  return { pattern, frame: "public", start, belowFold: options.belowFold ?? [], head };
}

/** Titles that others may see in the history name the disguise, and neither purpose nor purchase. */
const disguised = (what: string): string => `${disguiseTitle} - ${what}`;

/** A page of texts, which stays in the history of somebody who has the app. */
function help(name: string): PublicOptions {
  return { title: disguised(name), description: `${name}.`, isDeferred: true };
}

/** The guardian's page, whose link a person sends: it says nothing about what it is for, and weighs little. */
function watchPage(pattern: string): PageFacts {
  const head: PageHead = {
    title: disguiseTitle,
    description: "Heart rate.",
    index: false,
    translate: false,
    canonical: null,
    jsonLd: null,
    preview: heart,
    installs: "watch",
  };
  return { pattern, frame: "watch", start: "at-once", belowFold: [], head };
}

const landingDescription =
  "A personal safety app that looks like a heart-rate monitor. Text your location to people you trust, " +
  `record sound and lock the screen. ${namedPrice} once, no subscription.`;

const appPreview: Preview = { path: "/preview-app.jpg", alt: "A phone with a heart monitor" };

const landingBelowFold = [
  "src/features/landing/how-it-works-static.tsx",
  "src/features/landing/previews.tsx",
  "src/features/landing/price-box.tsx",
  "src/features/landing/details-static.tsx",
  "src/features/landing/footer.tsx",
  "src/features/purchase/statement-name.tsx",
];

/** What search engines may show of the landing page; its questions are those of the page. */
const landingJsonLd = {
  "@context": "https://schema.org",
  "@graph": [
    {
      "@type": ["SoftwareApplication", "Product"],
      name: productName,
      applicationCategory: "LifestyleApplication",
      operatingSystem: "Any (web app)",
      url: `{origin}${paths.landing}`,
      description: landingDescription,
      image: `{origin}${appPreview.path}`,
      offers: {
        "@type": "Offer",
        price: priceInUsd.toFixed(2),
        priceCurrency: currency,
        availability: "https://schema.org/InStock",
        url: `{origin}${paths.landing}`,
      },
    },
    {
      "@type": "FAQPage",
      mainEntity: faq.map(({ question, answer }) => ({
        "@type": "Question",
        name: question,
        acceptedAnswer: { "@type": "Answer", text: answer },
      })),
    },
  ],
};

/** Where a buyer arrives after the payment. */
const arrival: PublicOptions = {
  title: disguised("Ready"),
  description: "Your app is ready.",
  isInstallable: true,
};

/** Every page, by name. The last app page must be the one that the worker keeps last. */
export const pages = {
  landing: publicPage(paths.landing, {
    title: `${productName} - a personal safety app in disguise`,
    description: landingDescription,
    isDeferred: true,
    isIndexed: true,
    jsonLd: landingJsonLd,
    preview: appPreview,
    belowFold: landingBelowFold,
  }),
  emergency: appPage(paths.landing),
  home: appPage(paths.home),
  lockdown: appPage(paths.lockdown),
  "heart-monitor": appPage(paths.heartMonitor),
  settings: appPage(paths.settings),
  voice: appPage(paths.voice),
  setup: appPage(paths.setup),
  "post-download": appPage(paths.postDownload),
  checkout: publicPage(paths.checkout, { title: "Checkout", description: "Secure checkout." }),
  subscribe: publicPage(paths.subscribe, {
    title: "Get the app",
    description: `${namedPrice} once, lifetime access, no subscription.`,
    isDeferred: true,
    isIndexed: true,
    preview: appPreview,
  }),
  "payment-success": publicPage(paths.paymentSuccess, arrival),
  "paypal-success": publicPage(paths.paypalSuccess, arrival),
  "download-success": publicPage(`${paths.downloadSuccess}/:email?`, arrival),
  verify: publicPage(paths.verify, {
    title: disguised("Your email"),
    description: "Open your app on another device.",
    isIndexed: true,
  }),
  redownload: publicPage(paths.redownload, {
    title: disguised("Open again"),
    description: "Open your app on another device.",
    isIndexed: true,
    isInstallable: true,
  }),
  "redownload-confirm": publicPage(paths.redownloadConfirm, {
    title: disguised("Continue"),
    description: "Open your app on this device.",
    isDeferred: true,
  }),
  "your-data": publicPage(paths.yourData, {
    title: disguised("Your data"),
    description: "See or delete what is kept about your address.",
    isDeferred: true,
  }),
  questions: publicPage(paths.questions, help("Questions")),
  terms: publicPage(paths.terms, help("Terms")),
  privacy: publicPage(paths.privacy, help("Privacy")),
  support: publicPage(paths.support, help("Support")),
  gift: publicPage(paths.gift, {
    title: disguised("A gift for a friend"),
    description: `Give the app to a friend: ${namedPrice} once, lifetime access.`,
    isIndexed: true,
    preview: { path: "/preview-gift.png", alt: "A heart in a gift box" },
  }),
  "gift-redeem": publicPage(paths.giftRedeem, {
    title: disguised("Welcome"),
    description: "A heart-rate monitor for your phone.",
    preview: heart,
  }),
  watch: watchPage(paths.watch),
  // It takes the place of another page, at that one's path.
  "payment-waiting": publicPage("/*", {
    title: disguised("One moment"),
    description: "One moment.",
    isDeferred: true,
  }),
  "not-found": publicPage("*", {
    title: "Page Not Found",
    description: "This page doesn't exist.",
    isDeferred: true,
  }),
} satisfies Record<PageName, PageFacts>;
