/**
 * Runs around the component tests: a whole run of them, together with the browser stories that name a text, must have shown
 * every text that the product promises. Part of a run is not judged.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { FOLDER } from "./displayed-texts.ts";
import { promisedTexts } from "./promised-texts.ts";

const ui = fileURLToPath(new URL("..", import.meta.url));

/** Texts that only a browser shows, and the file whose story waits for them. */
const inBrowser: Readonly<Record<string, string>> = {
  "No Emergency Contacts": "e2e/emergency-practice.e2e.ts",
  "Please add emergency contacts in settings first.": "e2e/emergency-practice.e2e.ts",
  "Emergency Activated": "e2e/emergency-messages.e2e.ts",
  "Device locked. Recording audio. Contacts notified.": "e2e/emergency-messages.e2e.ts",
  "Recording Saved": "e2e/recordings.e2e.ts",
  SafeWord: "e2e/settings.e2e.ts",
};

/** Texts that are not shown as they stand, and why. */
const notShown: Readonly<Record<string, string>> = {};

/** The promised texts that nothing has shown, and entries of the lists above that are wrong. */
function problemsWith(shown: ReadonlySet<string>): readonly string[] {
  const missing = promisedTexts.filter((text) => {
    if (shown.has(text) || text in notShown) return false;
    const story = inBrowser[text];
    return story === undefined || !readFileSync(join(ui, story), "utf8").includes(text);
  });
  const listed = [...Object.keys(inBrowser), ...Object.keys(notShown)];
  const needless = listed.filter((text) => shown.has(text) || !promisedTexts.includes(text));
  return [
    ...missing.map((text) => `No test showed "${text}".`),
    ...needless.map((text) => `"${text}" is listed without need.`),
  ];
}

/** What is asked of vitest's project. */
interface Project {
  readonly config: { readonly testNamePattern?: RegExp | undefined };
  globTestFiles(): Promise<{ readonly testFiles: readonly string[] }>;
}

/** Gives the processes a folder, and judges what is in it after a whole run. */
export async function setup(project: Project): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "shown-texts-"));
  process.env[FOLDER] = folder;
  return async () => {
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
    rmSync(folder, { recursive: true });
    const noted = new Set(files.join("").split("\n"));
    const { testFiles } = await project.globTestFiles();
    const isWhole = testFiles.every((file) => noted.has(`file ${file}`));
    if (!isWhole || project.config.testNamePattern !== undefined) return;
    const problems = problemsWith(noted);
    if (problems.length === 0) return;
    // The run's tests have passed by now, and an error here is printed, but fails nothing.
    process.exitCode = 1;
    throw new Error(problems.join("\n"));
  };
}
