/** Opens Debian's Chromium for a browser test and notices everything that a page must not do. */
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import { expect } from "vitest";

/** Flags that every test browser runs with; nothing of it reaches for the network by itself. */
export const chromiumFlags = [
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

/** Launches a headless browser; `flags` are added to the usual ones. */
export function openBrowser(flags: string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath, args: [...chromiumFlags, ...flags] });
}

/** A page under watch, in a context (profile) of its own. */
export type WatchedPage = {
  page: Page;
  context: BrowserContext;
  /** What went wrong so far: console errors and warnings, exceptions, requests that left the origin. */
  problems: string[];
  /** Takes one expected problem off the list, and fails when it is not there. */
  expectProblem: (pattern: RegExp) => void;
  /** Fails when something went wrong, and closes the context. */
  close: () => Promise<void>;
};

/** Opens a page in a fresh profile. `origin` is the only place it may ask. */
export async function openPage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ baseURL: origin, ...options });
  const page = await context.newPage();
  const problems = watch(page, origin);
  return {
    page,
    context,
    problems,
    expectProblem: (pattern) => {
      const found = problems.findIndex((problem) => pattern.test(problem));
      expect(found, `${pattern} in ${JSON.stringify(problems)}`).toBeGreaterThanOrEqual(0);
      problems.splice(found, 1);
    },
    close: async () => {
      await context.close();
      expect(problems).toEqual([]);
    },
  };
}

/** Starts to collect what a page does wrong, and returns the growing list. */
export function watch(page: Page, origin: string): string[] {
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    if (isHarmless(message.text())) return;
    problems.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`exception: ${error.message}`));
  page.on("request", (request) => {
    const url = new URL(request.url());
    const local = ["data:", "blob:", "about:"].includes(url.protocol);
    if (!local && url.origin !== origin) problems.push(`request to ${url.origin}`);
  });
  return problems;
}

/** Chromium on Linux does not know the `web-share` policy and says so on every page. */
function isHarmless(text: string): boolean {
  return text.includes("Unrecognized feature: 'web-share'");
}
