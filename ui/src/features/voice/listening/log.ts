/** What listening did lately, kept for the screen that tests it and never stored. */
import { type Observable, observable } from "#platform/observable.ts";

/** One line; `at` is the wall clock in epoch milliseconds. */
export interface LogLine {
  readonly id: number;
  readonly at: number;
  readonly text: string;
}

const MOST_LINES = 50;

/** What the server, and hydration, show. */
export const NO_LINES: readonly LogLine[] = [];

const lines = observable(NO_LINES);
let lastId = 0;

/** The lines, newest first. */
export const listeningLog: Observable<readonly LogLine[]> = lines;

/** Adds a line on top. */
export function logLine(text: string, at: number): void {
  lastId += 1;
  lines.set([{ id: lastId, at, text }, ...lines.get()].slice(0, MOST_LINES));
}

/** Empties the log. */
export function clearLog(): void {
  lines.set(NO_LINES);
}
