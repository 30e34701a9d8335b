/** What listening did lately, kept for the screen that tests it and never stored. */

/** One line; `at` is the wall clock in epoch milliseconds. */
export interface LogLine {
  readonly id: number;
  readonly at: number;
  readonly text: string;
}

const MOST_LINES = 50;
const NONE: readonly LogLine[] = [];

let lines = NONE;
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly LogLine[]): void {
  lines = next;
  for (const listener of listeners) listener();
}

/** Adds a line on top. */
export function logLine(text: string, at: number): void {
  lastId += 1;
  change([{ id: lastId, at, text }, ...lines].slice(0, MOST_LINES));
}

/** Empties the log. */
export function clearLog(): void {
  change(NONE);
}

/** The lines, newest first. */
export function logLines(): readonly LogLine[] {
  return lines;
}

/** The server has heard nothing. */
export function noLines(): readonly LogLine[] {
  return NONE;
}

/** Calls back at every change; returns how to stop. */
export function onLog(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
