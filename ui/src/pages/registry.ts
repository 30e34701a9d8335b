/** The page registry: every page's name, the path it answers and how it comes to life in the browser. */
import * as paths from "#content/paths.ts";
import { disguiseTitle, productName } from "#content/product.ts";

/** What the build and both worlds must know of a page. */
export type PageFacts = {
  /** The path pattern in the router's notation. */
  readonly pattern: string;
  /** The document's title. */
  readonly title: string;
  /** What surrounds the page: public pages have the quick exit, app pages the emergency. */
  readonly frame: "public" | "app";
  /** Whether the page hydrates as soon as its script is there, or once the browser has time. */
  readonly start: "deferred" | "at-once";
};

/**
 * A page `x` lives in `src/pages/x-page.tsx`, which exports `XPage`, and has an entry here, in
 * `heads.ts` and in `server-pages.ts`.
 */
export const pages = {
  landing: {
    pattern: paths.landing,
    title: `${productName} - a personal safety app in disguise`,
    frame: "public",
    start: "deferred",
  },
  emergency: { pattern: paths.landing, title: disguiseTitle, frame: "app", start: "at-once" },
  home: { pattern: paths.home, title: disguiseTitle, frame: "app", start: "at-once" },
  lockdown: { pattern: paths.lockdown, title: disguiseTitle, frame: "app", start: "at-once" },
  "heart-monitor": {
    pattern: paths.heartMonitor,
    title: disguiseTitle,
    frame: "app",
    start: "at-once",
  },
  settings: { pattern: paths.settings, title: disguiseTitle, frame: "app", start: "at-once" },
  voice: { pattern: paths.voice, title: disguiseTitle, frame: "app", start: "at-once" },
  "post-download": {
    pattern: paths.postDownload,
    title: disguiseTitle,
    frame: "app",
    start: "at-once",
  },
  checkout: {
    pattern: paths.checkout,
    title: "Checkout",
    frame: "public",
    start: "at-once",
  },
  subscribe: {
    pattern: paths.subscribe,
    title: "Get the app",
    frame: "public",
    start: "deferred",
  },
  "payment-success": {
    pattern: paths.paymentSuccess,
    title: `${disguiseTitle} - Ready`,
    frame: "public",
    start: "at-once",
  },
  "paypal-success": {
    pattern: paths.paypalSuccess,
    title: `${disguiseTitle} - Ready`,
    frame: "public",
    start: "at-once",
  },
  "download-success": {
    pattern: `${paths.downloadSuccess}/:email?`,
    title: `${disguiseTitle} - Ready`,
    frame: "public",
    start: "at-once",
  },
  verify: {
    pattern: paths.verify,
    title: `${disguiseTitle} - Your email`,
    frame: "public",
    start: "at-once",
  },
  redownload: {
    pattern: paths.redownload,
    title: `${disguiseTitle} - Open again`,
    frame: "public",
    start: "at-once",
  },
  "redownload-confirm": {
    pattern: paths.redownloadConfirm,
    title: `${disguiseTitle} - Continue`,
    frame: "public",
    start: "deferred",
  },
  gift: {
    pattern: paths.gift,
    title: "A gift for a friend",
    frame: "public",
    start: "at-once",
  },
  "gift-redeem": {
    pattern: paths.giftRedeem,
    title: `${disguiseTitle} - Welcome`,
    frame: "public",
    start: "at-once",
  },
  "not-found": {
    pattern: "*",
    title: "Page Not Found",
    frame: "public",
    start: "deferred",
  },
} as const satisfies Record<string, PageFacts>;

/** The name of a page. */
export type PageName = keyof typeof pages;
