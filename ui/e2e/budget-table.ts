/** The table that a bench prints: what something takes in milliseconds beside its budget. */
import { afterAll, expect } from "vitest";
import { middleOf } from "./reference.ts";

/**
 * Prints the table after the tests of the file. What it returns adds a line, and fails when the worst of the values, in milliseconds, is
 * more than the budget.
 */
export function budgetTable() {
  const rows: string[] = [];
  afterAll(() => {
    const head = ["| what | n | median, ms | worst, ms | budget, ms |", "|---|---|---|---|---|"];
    process.stdout.write(`\n${[...head, ...rows].join("\n")}\n`);
  });
  return (what: string, budget: number, values: readonly number[]): void => {
    const [middle, worst] = [middleOf(values), Math.max(...values)].map(Math.round);
    rows.push(`| ${what} | ${values.length} | ${middle} | ${worst} | ${budget} |`);
    expect.soft(worst, what).toBeLessThanOrEqual(budget);
  };
}

/** What `measure` resolves to, so many times. */
export async function several<T>(count: number, measure: () => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (let time = 0; time < count; time += 1) all.push(await measure());
  return all;
}
