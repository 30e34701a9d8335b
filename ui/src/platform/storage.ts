/** Local storage, which may be full, forbidden or empty: a failure is an answer, never an exception. */

/** The text under `key`, or null when there is none or the browser refuses. */
export function readText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Writes `text` under `key`; false when it could not be kept. */
export function writeText(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
