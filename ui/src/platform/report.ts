/** The console, for failures that the person is not told about in full. */

/** Writes what failed, without anything personal in it. */
export function reportFailure(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: this is the one place that reports.
  console.error(what, error instanceof Error ? error.message : error);
}
