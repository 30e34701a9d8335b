/** Error reports to the console. */

/** Logs a failure; `what` and the error must hold no personal data. */
export function reportFailure(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: this is the one place that reports.
  console.error(what, error instanceof Error ? error.message : error);
}
