/** The browser's own question, for what may not be undone. */

/** Asks; true when the person agreed. */
export function askConfirmation(question: string): boolean {
  return window.confirm(question);
}
