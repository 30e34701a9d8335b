/**
 * How long each file of browser and UI tests takes here. Every run notes it in a file that is not committed:
 *
 *   node scripts/test.d/changed/times.mjs REPORT     takes the times from a report of vitest
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const kept = fileURLToPath(
  new URL("../../../ui/node_modules/.cache/silent-partner/test-times.json", import.meta.url),
);

/** The times of files below `ui/`, in seconds; empty where no run has noted them. */
export function knownTimes() {
  try {
    return JSON.parse(readFileSync(kept, "utf8"));
  } catch {
    return {};
  }
}

/** The known times with those of a report in their place. What failed or was skipped says nothing about a whole file. */
export function timesWith(known, report) {
  const whole = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === "passed" && assertionResults.every((one) => one.status === "passed"),
  );
  const times = whole.map(({ name, startTime, endTime }) => [
    name.replace(/^.*\/ui\/(?=(?:e2e|engines|src|test)\/)/, ""),
    Math.round((endTime - startTime) / 100) / 10,
  ]);
  return { ...known, ...Object.fromEntries(times) };
}

/** How long a browser story takes of the time of all: three run at once. */
export function storySeconds(file, times, tests) {
  const starting = 3;
  const alone = starting + (times[file] ?? 6 * Math.max(1, tests));
  return alone / 3;
}

/** How long a file of units takes of the time of all: most of it is the start of its environment and its imports. */
export function unitSeconds(file, times) {
  const starting = file.endsWith("x") ? 2 : 1;
  return (starting + (times[file] ?? 0.5)) / 2;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const report = JSON.parse(readFileSync(process.argv[2], "utf8"));
  mkdirSync(path.dirname(kept), { recursive: true });
  writeFileSync(kept, `${JSON.stringify(timesWith(knownTimes(), report), null, 1)}\n`);
}
