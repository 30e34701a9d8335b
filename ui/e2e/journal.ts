/** What the pages of a context did, so that a failed test can be understood without repeating it. */
import type { BrowserContext, Page, Request } from "playwright-core";

/** What the pages and workers of one context did so far. */
export type Journal = {
  /** What must not happen; the test's own list, from which it takes what it expected. */
  readonly problems: string[];
  /** Messages of the console, and exceptions. */
  readonly messages: string[];
  /** Requests with the answer's status, or with the reason why there was none. */
  readonly requests: string[];
};

/** Requests of pages that have no answer yet. */
const pending = new WeakMap<Page, Set<Request>>();

/** A worker that is ended while its script is on the way leaves a request of which the browser says nothing more. */
const workerScript = /\/(check|file)-worker-\w+\.js$/;

/** How many requests of the page have no answer yet, those left out that the server holds back on purpose, and scripts of workers. */
export const pendingOf = (page: Page): number =>
  [...(pending.get(page) ?? [])]
    .map((request) => request.url())
    .filter((url) => !url.includes("/items?") && !workerScript.test(url)).length;

/** Follows the requests of a page. */
function followRequests(page: Page): void {
  const open = new Set<Request>();
  pending.set(page, open);
  page.on("request", (request) => open.add(request));
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
}

/** Begins to note what the pages and workers of a context do. */
export function keepJournal(context: BrowserContext, problems: string[]): Journal {
  const journal: Journal = { problems, messages: [], requests: [] };
  const now = () => new Date().toISOString().slice(11, 23);
  context.on("console", (message) =>
    journal.messages.push(`${now()} ${message.type()}: ${message.text()}`),
  );
  context.on("weberror", (error) =>
    journal.messages.push(`${now()} exception: ${error.error().stack ?? error.error().message}`),
  );
  context.on("response", (response) =>
    journal.requests.push(
      `${now()} ${response.status()} ${response.request().method()} ${response.url().slice(0, 200)}`,
    ),
  );
  context.on("requestfailed", (request) =>
    journal.requests.push(
      `${now()} ${request.failure()?.errorText} ${request.method()} ${request.url().slice(0, 200)}`,
    ),
  );
  for (const page of context.pages()) followRequests(page);
  context.on("page", followRequests);
  return journal;
}
