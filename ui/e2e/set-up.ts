/** The set-up of every browser test: a problem on a page fails its test, and a failed test leaves what explains it. */
import type { BrowserContext } from "playwright-core";
import { afterEach, beforeEach, expect } from "vitest";
import { openContexts, takeAllProblems } from "./browser.ts";
import { writeFailure } from "./failure.ts";
import { servers } from "./server.ts";

let printedBefore = new Map<unknown, number>();
let openBefore = new Set<BrowserContext>();

beforeEach(() => {
  printedBefore = new Map([...servers].map((server) => [server, server.log().length]));
  openBefore = new Set(openContexts.keys());
});

afterEach(async ({ task }) => {
  const hasFailed = task.result?.state === "fail";
  const problems = takeAllProblems();
  if (hasFailed || problems.length > 0) {
    const logs = [...servers].map((server) => server.log().slice(printedBefore.get(server) ?? 0));
    await writeFailure(task, problems, openContexts, logs.join("\n"));
  }
  // A page that a failed test left open would go on beside the next test.
  const left = [...openContexts.keys()].filter((context) => hasFailed && !openBefore.has(context));
  await Promise.all(left.map((context) => context.close().catch(() => undefined)));
  takeAllProblems();
  expect(problems).toEqual([]);
});
