// Prints the names of the failed tests in a vitest report, a line each. node failed.mjs REPORT

import { readFileSync } from "node:fs";
import { basename } from "node:path";

const { testResults } = JSON.parse(readFileSync(process.argv[2], "utf8"));
for (const { name, status, assertionResults } of testResults) {
  const failed = assertionResults.filter((test) => test.status === "failed");
  for (const test of failed) console.log(`${basename(name)}: ${test.fullName}`);
  // A file that could not be loaded has no test that failed.
  if (status === "failed" && failed.length === 0) console.log(basename(name));
}
