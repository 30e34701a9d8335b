// Prints the failed tests in a vitest report, each with the first lines of its errors. node failed.mjs REPORT

import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** How many lines of each error are printed. */
const LINES = 12;
/** Where an error was thrown in code that is not the project's says nothing. */
const isForeign = (line) => /node_modules|node:internal|at new Promise/.test(line);

const { testResults } = JSON.parse(readFileSync(process.argv[2], "utf8"));
for (const { name, status, message, assertionResults } of testResults) {
  const failed = assertionResults.filter((test) => test.status === "failed");
  for (const test of failed) {
    console.log(`${basename(name)}: ${test.fullName}`);
    for (const error of test.failureMessages) printBeginning(error);
  }
  // A file that could not be loaded has no test that failed.
  if (status === "failed" && failed.length === 0) {
    console.log(basename(name));
    printBeginning(message ?? "");
  }
}

function printBeginning(error) {
  const lines = stripVTControlCharacters(error).split("\n");
  const telling = lines.filter((line) => line.trim() !== "" && !isForeign(line));
  for (const line of telling.slice(0, LINES)) console.log(`    ${line.slice(0, 1_000)}`);
}
