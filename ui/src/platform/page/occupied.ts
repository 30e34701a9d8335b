/** Whether the person is in the middle of something that nothing may cover. */

const DIALOGS = "[role='dialog'], [role='alertdialog']:not(dialog), dialog[open]";
const FIELDS = "input, textarea, select, [contenteditable]";

/** True while a dialog is open, a field has the focus, or a finger is on a button. */
function isOccupied(): boolean {
  return (
    document.querySelector(DIALOGS) !== null ||
    document.querySelector("button:active, a:active") !== null ||
    (document.activeElement?.matches(FIELDS) ?? false)
  );
}

/** Calls back once the person has been free for `ms` milliseconds: at once when nothing occupies them. Returns how to stop. */
export function whenFree(ms: number, listener: () => void): () => void {
  if (!isOccupied()) {
    listener();
    return () => undefined;
  }
  const everyMs = 250;
  let free = 0;
  const timer = setInterval(() => {
    free = isOccupied() ? 0 : free + everyMs;
    if (free < ms) return;
    clearInterval(timer);
    listener();
  }, everyMs);
  return () => clearInterval(timer);
}
