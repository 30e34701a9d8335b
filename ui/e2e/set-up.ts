/** The set-up of every browser test: a problem on a page fails its test, and a failed test leaves what explains it in files. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { BrowserContext, Page } from "playwright-core";
import { afterEach, beforeEach, expect, type RunnerTestCase } from "vitest";
import { openContexts, takeAllProblems, takeClosed } from "./browser.ts";
import type { Journal } from "./journal.ts";
import { takePictures } from "./pictures.ts";
import { servers } from "./server.ts";

const ui = fileURLToPath(new URL("..", import.meta.url));

/** The last lines are those that explain a failure; all of them are in the folder. */
const endOf = (text: string): string => text.trimEnd().split("\n").slice(-40).join("\n");

/** The folder of a test's failure: the file's name and a part of the test's. */
function folderOf(task: RunnerTestCase): string {
  const file = relative(join(ui, "e2e"), task.file.filepath).replace(/\.e2e\.ts$/, "");
  const name = task.name.replaceAll(/\W+/g, "-").slice(0, 60);
  return join(ui, "test-results/failures", file, `${name}-${Date.now() % 100_000}`);
}

/** Saves a picture of the page, and returns what it says. A page that does not answer hides no other finding. */
async function lookAt(page: Page, picture: string): Promise<string> {
  const limit = { timeout: 3_000 };
  await page.screenshot({ path: picture, ...limit }).catch(() => undefined);
  const said = await page
    .locator("body")
    .ariaSnapshot(limit)
    .catch((error: Error) => error.message);
  return `The page at ${page.url()} says:\n${said}`;
}

/** What is known of a failed test. */
type Findings = {
  readonly problems: readonly string[];
  /** What the contexts did that were open in the test, those that it closed first. */
  readonly journals: readonly Journal[];
  /** The pages that are still open. */
  readonly pages: readonly Page[];
  /** What the servers printed since the test began. */
  readonly log: string;
};

/** Writes a folder for a failed test, and prints its path with the ends of what is in it. */
async function writeFailure(
  task: RunnerTestCase,
  { problems, journals, pages, log }: Findings,
): Promise<void> {
  const folder = folderOf(task);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const said = await Promise.all(
    pages.map((page, index) => lookAt(page, join(folder, `page-${index + 1}.png`))),
  );
  const texts = {
    pages: said.join("\n\n"),
    problems: problems.join("\n"),
    console: journals.flatMap((journal) => journal.messages).join("\n"),
    requests: journals.flatMap((journal) => journal.requests).join("\n"),
    server: log,
  };
  for (const [name, picture] of takePictures()) await writeFile(join(folder, name), picture);
  const parts = Object.entries(texts).filter(([, text]) => text !== "");
  for (const [name, text] of parts) await writeFile(join(folder, `${name}.txt`), text);
  const ends = parts.map(([name, text]) => `-- ${name}\n${endOf(text)}`);
  process.stderr.write(
    `Failed: ${task.name}\nPictures and whole logs: ${folder}\n${ends.join("\n")}\n`,
  );
}

let printedBefore = new Map<unknown, number>();
let openBefore = new Set<BrowserContext>();

beforeEach(() => {
  printedBefore = new Map([...servers].map((server) => [server, server.log().length]));
  openBefore = new Set(openContexts.keys());
  takeClosed();
});

afterEach(async ({ task }) => {
  const hasFailed = task.result?.state === "fail";
  const problems = takeAllProblems();
  if (hasFailed || problems.length > 0) {
    const logs = [...servers].map((server) => server.log().slice(printedBefore.get(server) ?? 0));
    await writeFailure(task, {
      problems,
      journals: [...takeClosed(), ...openContexts.values()],
      pages: [...openContexts.keys()].flatMap((context) => context.pages()),
      log: logs.join("\n"),
    });
  }
  // A page that a failed test left open would go on beside the next test.
  const left = [...openContexts.keys()].filter((context) => hasFailed && !openBefore.has(context));
  await Promise.all(left.map((context) => context.close().catch(() => undefined)));
  takeAllProblems();
  takePictures();
  expect(problems).toEqual([]);
});
