/** What the tests of a file use: a server and a browser, which files share unless their plan says otherwise. */
import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { openBrowser, openPage, openShell, type WatchedPage } from "./browser.ts";
import { sharedServer, startServer, type TestServer } from "./server.ts";

/** The server, the browser, and a visitor in a profile of their own. */
export type Stage = {
  readonly server: TestServer;
  readonly browser: Browser;
  readonly visit: (options?: BrowserContextOptions) => Promise<WatchedPage>;
};

/** How a stage differs from the usual one. */
type StagePlan = {
  /** Settings that differ from the usual ones, of a server that the file has for itself. */
  readonly environment?: Record<string, string>;
  /** Pages are opened in Chromium's headless shell. */
  readonly inShell?: true;
  /** Pages get no service worker. */
  readonly withoutWorkers?: true;
  /** More flags for a browser of the file's own; files for them may stand in the server's folder, which is removed with it. */
  readonly flags?: (server: TestServer) => Promise<string[]>;
  /** What the server must not print. */
  readonly unprinted?: RegExp;
};

/** For files that stop their server, or that ask for what it has stored or sent. */
export const ownServer: StagePlan = { environment: {} };

/** For files whose many visitors pay from one network address, which the server would take for somebody testing cards. */
export const manyBuyers: StagePlan = { environment: { RATE_LIMITS: "off" } };

/**
 * For files whose claims do not concern the service worker. In a new profile its requests, one for each file that it keeps,
 * take half of the processor time of opening an app page.
 */
export const withoutWorkers: StagePlan = { withoutWorkers: true };

/** For those whose pages ask for no permission either. The browser itself takes a third of the time there. */
export const inShell: StagePlan = { ...withoutWorkers, inShell: true };

/** The browsers that the files of this process share; they end with it. */
const shared: {
  browser?: Promise<Browser>;
  shell?: Promise<Browser>;
} = {};

function sharedBrowser(): Promise<Browser> {
  shared.browser ??= openBrowser();
  return shared.browser;
}

function sharedShell(): Promise<Browser> {
  shared.shell ??= openShell();
  return shared.shell;
}

/** Prepares the server and the browser of a test file. */
export function stage(plan: StagePlan = {}): Stage {
  const { environment, inShell, flags, unprinted } = plan;
  const usual: BrowserContextOptions = plan.withoutWorkers ? { serviceWorkers: "block" } : {};
  let server: TestServer | undefined;
  let browser: Browser | undefined;
  let printedBefore = 0;
  beforeAll(async () => {
    server = await (environment === undefined ? sharedServer() : startServer(environment));
    printedBefore = server.log().length;
    if (inShell) browser = await sharedShell();
    else browser = await (flags === undefined ? sharedBrowser() : openBrowser(await flags(server)));
  });
  afterAll(async () => {
    await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
    if (flags !== undefined) await browser?.close();
    if (unprinted !== undefined) expect(server?.log().slice(printedBefore)).not.toMatch(unprinted);
    if (environment !== undefined) await server?.stop();
  });
  const there = <T>(thing: T | undefined): T => {
    if (thing === undefined) throw new Error("The stage is ready when the first test begins.");
    return thing;
  };
  return {
    get server() {
      return there(server);
    },
    get browser() {
      return there(browser);
    },
    visit: (options) => openPage(there(browser), there(server).origin, { ...usual, ...options }),
  };
}
