/** Local and session storage. */
import { type ObservableValue, observable } from "#platform/observable.ts";

/** `session` ends with the browser's window, `local` does not. */
export type StorageArea = "local" | "session";

/** The number of changes of each key that has listeners. */
const changes = new Map<string, ObservableValue<number>>();
let isHearingOtherTabs = false;

const areaOf = (area: StorageArea): Storage =>
  area === "local" ? window.localStorage : window.sessionStorage;

function announce(key: string) {
  const change = changes.get(key);
  change?.set(change.get() + 1);
}

/** The text under a key, or null when there is none or storage is not available. */
export function readText(key: string, area: StorageArea = "local"): string | null {
  try {
    return areaOf(area).getItem(key);
  } catch {
    return null;
  }
}

/** Writes a text; false when storage is full or not available. */
export function writeText(key: string, text: string, area: StorageArea = "local"): boolean {
  try {
    areaOf(area).setItem(key, text);
  } catch {
    return false;
  }
  announce(key);
  return true;
}

/** Removes a key. */
export function removeText(key: string, area: StorageArea = "local"): void {
  try {
    areaOf(area).removeItem(key);
  } catch {
    return;
  }
  announce(key);
}

/** Calls back when the key changes here or in another tab; returns how to stop. */
export function onTextChange(key: string, listener: () => void): () => void {
  if (!isHearingOtherTabs) {
    isHearingOtherTabs = true;
    window.addEventListener("storage", (event) => {
      for (const known of event.key === null ? changes.keys() : [event.key]) {
        announce(known);
      }
    });
  }
  const change = changes.get(key) ?? observable(0);
  changes.set(key, change);
  return change.subscribe(listener);
}

/** Asks the browser for persistent storage; false when it refuses. */
export async function keepStorage(): Promise<boolean> {
  try {
    return (await navigator.storage?.persist?.()) ?? false;
  } catch {
    return false;
  }
}
