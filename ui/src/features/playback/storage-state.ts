/** What the browser does with the recordings by itself, and what the person can do about it. */
import type { EvidenceHomes } from "#store/evidence/evidence-homes.ts";

/** What is known of this browser. */
export interface StorageFacts {
  /** Whether it promised to keep the data; null when it does not say. */
  readonly isKept: boolean | null;
  /** Whether it is Safari, or another browser on an iPhone or iPad: they share its rules. */
  readonly isWebKit: boolean;
  /** Whether the app runs from the home screen. */
  readonly isInstalled: boolean;
}

/** Where each second of a recording is kept. */
export function homesText({ hasDatabase, hasFiles, hasRoom }: EvidenceHomes): string {
  const hasCopies = hasFiles && hasRoom;
  if (hasDatabase && hasCopies) {
    return "Each second is kept twice: in the browser's database, and in a file beside it.";
  }
  if (hasDatabase) {
    const why = hasFiles
      ? "there is too little room for a second copy"
      : "this browser has no second place";
    return `Each second is kept once, in the browser's database: ${why}.`;
  }
  return hasCopies
    ? "Each second is kept once, in a file: the browser's database does not answer."
    : "This browser keeps no recordings now: its storage is full or closed.";
}

/** What is said of it. */
export interface StorageState {
  readonly text: string;
  /** Whether asking the browser may change it. */
  readonly mayAsk: boolean;
}

/**
 * The state of the storage. Safari's rule of seven days is for websites and not for apps on the home screen
 * (https://webkit.org/blog/14403/updates-to-storage-policy/).
 */
export function storageState({ isKept, isWebKit, isInstalled }: StorageFacts): StorageState {
  if (isKept) {
    return { text: "This browser keeps them until you delete them.", mayAsk: false };
  }
  if (isWebKit && !isInstalled) {
    return {
      text: "Safari may delete a website's data after 7 days without use. Add the app to your home screen, or open it at least once a week.",
      mayAsk: false,
    };
  }
  if (isKept === null) {
    return { text: "This browser doesn't say whether it keeps them.", mayAsk: false };
  }
  return { text: "This browser may delete them when the device runs out of space.", mayAsk: true };
}
