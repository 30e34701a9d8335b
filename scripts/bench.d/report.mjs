/** The result of the benchmark: its lines as they come, and the table of README.md at the end. */
const rows = [];

/** Adds a line to the result; `isMet` says whether its target was reached. */
export function report(test, what, value, target = "", isMet = true) {
  rows.push({ test, what, value, target, isMet });
  const verdict = target === "" ? "" : `  (${target}${isMet ? "" : ": missed"})`;
  console.log(`${test}  ${what}: ${value}${verdict}`);
}

/** Prints all lines as a table; returns whether every target was reached. */
export function printTable() {
  console.log("\n| test | what | result | to reach |\n|---|---|---|---|");
  for (const { test, what, value, target, isMet } of rows) {
    console.log(`| ${test} | ${what} | ${value} | ${target}${isMet ? "" : ", missed"} |`);
  }
  return rows.every(({ isMet }) => isMet);
}
