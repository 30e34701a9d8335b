/** Firefox and Chromium as a phone's browser, driven by puppeteer: Firefox over WebDriver BiDi, Chromium over its own protocol. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import puppeteer, { type LaunchOptions, type Page } from "puppeteer-core";
import { chromiumFlags, chromiumPath } from "../../e2e/browser.ts";
import {
  type Browser,
  type BrowserEvent,
  type BrowserPlan,
  type BrowserTab,
  place,
  screenSize,
} from "../browser.ts";

/** The name under which a page finds what hears of links to other apps and of broken policies. */
const HEARER = "__storyHears";

/** Runs at the start of each document: a link to another app would open a question of the browser. */
function tellOfLaunches(hearer: string) {
  const tell = (what: BrowserEvent) =>
    (window as unknown as Record<string, (event: BrowserEvent) => void>)[hearer]?.(what);
  window.addEventListener(
    "click",
    (event) => {
      const link = (event.target as Element).closest?.(
        "a[href^='sms:'], a[href^='tel:'], a[href^='mailto:']",
      );
      if (link === null || link === undefined) return;
      event.preventDefault();
      tell({ type: "launch", url: (link as HTMLAnchorElement).href });
    },
    true,
  );
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    tell({ type: "problem", text: `policy: ${violatedDirective} ${blockedURI}` }),
  );
}

/** What a browser prints that says nothing about the product: in Firefox also what a page that is left waits for no more. */
const isHarmless = (text: string) =>
  text.includes("Unrecognized feature: 'web-share'") ||
  text.includes("A ServiceWorker intercepted the request and encountered an unexpected error");

/** Where a page is being sent while it still shows another. */
const goals = new WeakMap<Page, string>();

/** The SHA-256 of no bytes. Firefox ends the scripts that a page still loads when it is left, and then checks what it has. */
const NOTHING = createHash("sha256").digest("base64");

/** Whether a page only says that it was left before its scripts had come. */
const isOfLeftPage = (page: Page, text: string) =>
  text.includes(NOTHING) && goals.has(page) && page.url() !== goals.get(page);

/** Firefox with fake devices, in a known place, asking nobody for permission. */
const firefoxOf = ({ profile, downloads, isPrivate, preferences }: BrowserPlan): LaunchOptions => ({
  browser: "firefox",
  executablePath: process.env["FIREFOX"] ?? "/usr/bin/firefox-esr",
  userDataDir: profile,
  extraPrefsFirefox: {
    "general.useragent.override":
      "Mozilla/5.0 (Android 15; Mobile; rv:153.0) Gecko/153.0 Firefox/153.0",
    "media.navigator.streams.fake": true,
    "media.navigator.permission.disabled": true,
    "permissions.default.geo": 1,
    "permissions.default.microphone": 1,
    "permissions.default.camera": 1,
    "geo.provider.testing": true,
    "geo.prompt.testing": true,
    "geo.prompt.testing.allow": true,
    "geo.provider.network.url": `data:application/json,${JSON.stringify({
      location: { lat: place.latitude, lng: place.longitude },
      accuracy: place.accuracy,
    })}`,
    "permissions.default.desktop-notification": 1,
    "dom.push.connection.enabled": false,
    "browser.privatebrowsing.autostart": isPrivate,
    "browser.download.folderList": 2,
    "browser.download.dir": downloads,
    "browser.download.useDownloadDir": true,
    "browser.download.always_ask_before_handling_new_types": false,
    ...preferences,
  },
});

/** A browser that gets pushes talks to their service by itself. */
const BACKGROUND = "--disable-background-networking";

const chromiumOf = ({ profile, downloads, isPrivate, flags }: BrowserPlan): LaunchOptions => ({
  browser: "chrome",
  executablePath: chromiumPath,
  userDataDir: profile,
  ignoreDefaultArgs: [BACKGROUND],
  downloadBehavior: { policy: "allow", downloadPath: downloads },
  args: [
    ...chromiumFlags.filter((flag) => flags.length === 0 || flag !== BACKGROUND),
    ...flags,
    ...(isPrivate ? ["--incognito"] : []),
    "--user-agent=Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36",
  ],
});

/** Tells what a page says. */
async function watch(page: Page, onEvent: BrowserPlan["onEvent"]): Promise<void> {
  page.on("console", (message) => {
    const text = message.text();
    if (message.type() !== "error" || isHarmless(text)) return;
    onEvent({ type: "problem", text: `console: ${text} ${message.location().url ?? ""}` });
  });
  page.on("pageerror", (error) => {
    const text = String(error);
    if (isHarmless(text) || isOfLeftPage(page, text)) return;
    onEvent({ type: "problem", text: `exception: ${text}` });
  });
  // The lock asks whether it may be left; the person of a story wants to.
  page.on("dialog", (dialog) => void dialog.accept());
  await page.exposeFunction(HEARER, onEvent);
  await page.evaluateOnNewDocument(tellOfLaunches, HEARER);
}

/** A page as stories use it. */
function tabOf(page: Page): BrowserTab {
  return {
    go: async (url) => {
      goals.set(page, url);
      await page.goto(url);
      goals.delete(page);
    },
    reload: async () => {
      await page.reload();
    },
    evaluate: (code, given) =>
      page.evaluate(
        // The source is a function, of which the page makes one again.
        `(async () => (await (${code})(...${JSON.stringify(given)})) ?? null)()`,
      ),
    click: (x, y) => page.mouse.click(x, y),
    show: () => page.bringToFront(),
  };
}

/** Starts a browser of this engine. */
export async function openDriven(
  engine: "firefox" | "chromium",
  plan: BrowserPlan,
): Promise<Browser> {
  const options = engine === "firefox" ? firefoxOf(plan) : chromiumOf(plan);
  const browser = await puppeteer.launch({
    ...options,
    env: { ...process.env, ...plan.environment },
    headless: true,
    defaultViewport: null,
  });
  const child = browser.process();
  if (child === null) throw new Error("The browser has no process.");
  if (engine === "chromium") {
    const permissions = ["geolocation", "microphone", "camera", "notifications"] as const;
    await browser.defaultBrowserContext().overridePermissions(plan.origin, [...permissions]);
  }
  const open = async () => {
    const page = await browser.newPage();
    await watch(page, plan.onEvent);
    await page.setViewport(screenSize);
    // Firefox knows it from its settings.
    if (engine === "chromium") await page.setGeolocation(place);
    for (const script of plan.scripts) await page.evaluateOnNewDocument(script);
    return tabOf(page);
  };
  const kill = async () => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    process.kill(-child.pid, "SIGKILL");
    await ended;
  };
  return { open, kill };
}
