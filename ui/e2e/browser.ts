/** Opens Debian's Chromium for a browser test, and fails the test when a page or a worker does what it must not. */
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import { expect } from "vitest";
import { type Journal, keepJournal } from "./journal.ts";

/**
 * What a test browser does without. With each window it would load pages for suggestions under its address bar, and begin a
 * process for a page that may come: more work than most pages of the product. The browser heeds the last list of this kind
 * alone, so the driver's is repeated.
 */
const unusedFeatures = [
  ...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess"],
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"],
  ...["HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"],
  ...["ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "AimEnabled"],
  ...["OptimizationHints", "NetworkTimeServiceQuerying", "PreconnectToSearch"],
];

/** Flags of every test browser; it makes no requests of its own. */
export const chromiumFlags = [
  `--disable-features=${unusedFeatures}`,
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--use-fake-ui-for-media-stream",
  "--use-fake-device-for-media-stream",
];

/** Path of the browser: `CHROMIUM`, or Debian's. */
export const chromiumPath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

/**
 * Path of Chromium's headless shell: `HEADLESS_SHELL`, or Debian's. It has the same engine without the browser around it
 * and takes three quarters of the processor time. It ends a page that asks for a permission.
 */
const shellPath = process.env["HEADLESS_SHELL"] ?? "/usr/bin/chromium-headless-shell";

/** Launches a headless browser; `flags` are added to the usual ones. */
export function openBrowser(flags: string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath, args: [...chromiumFlags, ...flags] });
}

/** Launches the headless shell. */
export function openShell(): Promise<Browser> {
  return chromium.launch({ executablePath: shellPath, args: chromiumFlags });
}

/** A page that is watched for problems, in its own context (profile). */
export type WatchedPage = {
  page: Page;
  context: BrowserContext;
  /** What went wrong so far in any page or worker of the context. */
  problems: string[];
  /** Takes one expected problem off the list, and fails when it is not there. */
  expectProblem: (pattern: RegExp) => void;
  /** Takes all problems of a kind off the list, with those that come until the page is closed; fails when there is none yet. */
  expectProblems: (pattern: RegExp) => void;
  /** Takes all problems of a kind off the list, if there are any, with those that come until the page is closed. */
  allowProblems: (pattern: RegExp) => void;
  /** Closes the context, and fails when something went wrong. */
  close: () => Promise<void>;
};

/** Opens a page in a fresh profile. `origin` is the only one that it may send requests to. */
export async function openPage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ baseURL: origin, ...options });
  const problems = watch(context, origin);
  const allowed: RegExp[] = [];
  const page = await context.newPage();
  return {
    page,
    context,
    problems,
    expectProblem: (pattern) => {
      const found = problems.findIndex((problem) => pattern.test(problem));
      expect(found, `${pattern} in ${JSON.stringify(problems)}`).toBeGreaterThanOrEqual(0);
      problems.splice(found, 1);
    },
    expectProblems: (pattern) => {
      allowed.push(pattern);
      expect(takeProblems(problems, pattern), `${pattern} in ${JSON.stringify(problems)}`).not.toBe(
        0,
      );
    },
    allowProblems: (pattern) => {
      allowed.push(pattern);
      takeProblems(problems, pattern);
    },
    close: async () => {
      await context.close();
      // A busy browser reports some after the test has said that it allows them.
      for (const pattern of allowed) takeProblems(problems, pattern);
      expect(problems.splice(0)).toEqual([]);
    },
  };
}

/** Removes the problems that match from a list, and returns how many they were. */
export function takeProblems(problems: string[], pattern: RegExp): number {
  const others = problems.filter((problem) => !pattern.test(problem));
  const taken = problems.length - others.length;
  problems.splice(0, problems.length, ...others);
  return taken;
}

/**
 * What a page and its worker say when the server cannot be reached. A request for which the browser took a connection that
 * the server had closed in that instant ends with ERR_SOCKET_NOT_CONNECTED or ERR_EMPTY_RESPONSE; ERR_FAILED is what the
 * worker could not fetch for the page.
 */
export const unreachable =
  /ERR_(CONNECTION|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE|INTERNET_DISCONNECTED|FAILED)|Failed to fetch/;

/** The contexts that are open, with what each did. */
export const openContexts = new Map<BrowserContext, Journal>();
/** What the contexts that were closed since the last call did: a problem is often found when its page has gone. */
export const takeClosed = (): readonly Journal[] => closed.splice(0);
const closed: Journal[] = [];
/** The problems of all contexts; one that is left when a test ends fails that test. */
const lists: string[][] = [];

/** Takes what went wrong in any context since it was last asked. */
export const takeAllProblems = (): string[] => {
  const problems = lists.flatMap((list) => list.splice(0));
  // Those of closed contexts have nothing more to report.
  lists.splice(0, lists.length, ...[...openContexts.values()].map((journal) => journal.problems));
  return problems;
};

/**
 * Collects what goes wrong in any page or worker of a context: console errors and warnings, exceptions, requests to
 * another origin than `origin`. A test that expects one takes it off the returned list.
 */
export function watch(context: BrowserContext, origin: string): string[] {
  const problems: string[] = [];
  lists.push(problems);
  const journal = keepJournal(context, problems);
  openContexts.set(context, journal);
  context.on("close", () => {
    openContexts.delete(context);
    closed.push(journal);
  });
  context.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    if (isHarmless(message.text())) return;
    problems.push(`console ${message.type()}: ${message.text()}`);
  });
  context.on("weberror", (error) => problems.push(`exception: ${error.error().message}`));
  context.on("request", (request) => {
    const url = new URL(request.url());
    const local = ["data:", "blob:", "about:"].includes(url.protocol);
    if (!local && url.origin !== origin) problems.push(`request to ${url.origin}`);
  });
  for (const page of context.pages()) void watchServiceWorker(page, problems);
  context.on("page", (page) => void watchServiceWorker(page, problems));
  return problems;
}

/** Adds the exceptions of the page's service worker, which Playwright has no event for. */
async function watchServiceWorker(page: Page, problems: string[]): Promise<void> {
  try {
    const devtools = await page.context().newCDPSession(page);
    devtools.on("ServiceWorker.workerErrorReported", ({ errorMessage: { errorMessage } }) => {
      if (errorMessage.startsWith("Uncaught")) problems.push(`worker exception: ${errorMessage}`);
    });
    await devtools.send("ServiceWorker.enable");
  } catch (error) {
    // A page that closed meanwhile has no more to report.
    if (!page.isClosed()) throw error;
  }
}

/** Whether a warning says nothing about the product. */
function isHarmless(text: string): boolean {
  return (
    // Chromium on Linux does not know this policy and says so on every page.
    text.includes("Unrecognized feature: 'web-share'") ||
    // The browser's driver says so in contexts that are to have none.
    text === "Service Worker registration blocked by Playwright"
  );
}
