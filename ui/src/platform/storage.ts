/** Texts kept by the browser under a key, in local or session storage. */
import { type ObservableValue, observable } from "./observable.ts";

/** `local` outlives the browser's window, `session` does not. */
export type StorageArea = "local" | "session";

/** Counts the changes of each key that somebody listens to. */
const changes = new Map<string, ObservableValue<number>>();
let isHearingOtherTabs = false;

const areaOf = (area: StorageArea): Storage =>
  area === "local" ? window.localStorage : window.sessionStorage;

function announce(key: string) {
  const change = changes.get(key);
  change?.set(change.get() + 1);
}

/** The text under a key, or null when there is none or storage is closed to us. */
export function readText(key: string, area: StorageArea = "local"): string | null {
  try {
    return areaOf(area).getItem(key);
  } catch {
    return null;
  }
}

/** Writes a text and tells whether it was kept; a full or closed storage keeps nothing. */
export function writeText(key: string, text: string, area: StorageArea = "local"): boolean {
  try {
    areaOf(area).setItem(key, text);
  } catch {
    return false;
  }
  announce(key);
  return true;
}

/** Forgets a key. */
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

/** Asks the browser not to clear this site's data by itself; false when it will not promise. */
export async function keepStorage(): Promise<boolean> {
  try {
    return (await navigator.storage?.persist?.()) ?? false;
  } catch {
    return false;
  }
}
