/** Small values that survive a killed browser: in the database, or in local storage where it is not available. */

import { readText, writeText } from "#platform/storage.ts";
import { changeState, readState } from "./evidence-database.ts";

/** The value to write, and the result for the caller. */
export interface Decision<T> {
  readonly keep: unknown;
  readonly answer: T;
}

const fallbackKey = (name: string) => `silentPartnerState.${name}`;

function readFallback(name: string): unknown {
  try {
    return JSON.parse(readText(fallbackKey(name)) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** The value under a name, or undefined when there is none. */
export async function readDurable(name: string): Promise<unknown> {
  try {
    return (await readState(name)) ?? readFallback(name);
  } catch {
    return readFallback(name);
  }
}

/**
 * Reads, decides and writes in one transaction; resolves when the write is durable. A private window
 * may have no database, and an emergency must not fail for that.
 */
export async function changeDurable<T>(
  name: string,
  decide: (before: unknown) => Decision<T>,
): Promise<T> {
  try {
    return await changeState(name, decide);
  } catch {
    const { keep, answer } = decide(readFallback(name));
    writeText(fallbackKey(name), JSON.stringify(keep));
    return answer;
  }
}
