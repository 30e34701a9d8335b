/** What the tests of a file share: one server and one browser, from before the first test to after the last. */
import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { openBrowser, openPage, type WatchedPage } from "./browser.ts";
import { startServer, type TestServer } from "./server.ts";

/** The server, the browser, and a visitor in a profile of their own. */
export type Stage = {
  readonly server: TestServer;
  readonly browser: Browser;
  readonly visit: (options?: BrowserContextOptions) => Promise<WatchedPage>;
};

/** How a stage differs from the usual one. */
type StagePlan = {
  /** Settings of the server that differ from the usual ones. */
  readonly environment?: Record<string, string>;
  /** More flags for the browser; files for them may stand in the server's folder, which is removed with it. */
  readonly flags?: (server: TestServer) => Promise<string[]>;
  /** What the server must not print. */
  readonly unprinted?: RegExp;
};

/** For files whose many visitors pay from one network address, which the server would take for somebody testing cards. */
export const manyBuyers: StagePlan = { environment: { RATE_LIMITS: "off" } };

/** Starts the server and the browser of a test file. */
export function stage({ environment, flags, unprinted }: StagePlan = {}): Stage {
  let server: TestServer | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    server = await startServer(environment);
    browser = await openBrowser(await flags?.(server));
  });
  afterAll(async () => {
    await browser?.close();
    if (unprinted !== undefined) expect(server?.log()).not.toMatch(unprinted);
    await server?.stop();
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
    visit: (options) => openPage(there(browser), there(server).origin, options),
  };
}
