/** What is known of an emergency after a code ended it, and when a screen shows that. */
import type { Closed } from "./closed-rules.ts";
import type { ContactMessage } from "./contact-message.ts";
import type { Trigger } from "./inputs.ts";

/** What is known of an emergency that a code ended. */
export interface Ended {
  readonly id: string;
  readonly kind: Trigger["kind"];
  /** Whether the code was the own PIN, or the demo PIN of somebody who has no other. */
  readonly isByOwner: boolean;
  /** Whether the own PIN ended a real one, which alone tells guardians that it is over. */
  readonly isOwn: boolean;
  /** Whether a screen says that it is over: not where the person chose the disguise, which would be given away. */
  readonly isShown: boolean;
  /** Whether that screen was left alone, so that another person may hold the phone. */
  readonly isAway: boolean;
  readonly messages: readonly ContactMessage[];
  /** What became of its sound; null while it is being closed. */
  readonly closed: Closed | null;
}

/** Whether sound is only in memory, and no file of it was made. */
export const isInMemory = (closed: Closed | null): boolean =>
  closed?.isOffered === false && closed.unsaved > 0;

/** The page in whose place the screen would be, and the code before it. */
interface Place {
  readonly isMonitor: boolean;
  /** Whether the page shows or changes protection. */
  readonly isProtected: boolean;
  /** Whether the person chose to be asked for the code. */
  readonly isCodeAsked: boolean;
  /** Whether the code was typed and still counts. */
  readonly isOpen: boolean;
}

/**
 * Whether the screen that says that it is over is shown. Once it was left alone it comes back after the code. Who is asked for
 * none has it with the settings, and sooner while it alone leads to the sound. The heart monitor never has it then.
 */
export function isEndShown(ended: Ended | null, place: Place): boolean {
  if (ended?.isShown !== true) return false;
  if (!ended.isAway) return true;
  if (place.isMonitor) return false;
  if (place.isCodeAsked) return place.isOpen;
  return place.isProtected || isInMemory(ended.closed);
}

/** Whether that screen waits behind the code with sound that no other place has, and the page may say that something does. */
export function isSoundWaiting(ended: Ended | null, place: Place): boolean {
  if (!ended?.isShown || !isInMemory(ended.closed) || isEndShown(ended, place)) return false;
  return !place.isMonitor && !place.isProtected;
}

/**
 * Whether another document would lose sound that no other place has. The heart monitor, which says nothing of it once the screen
 * was left alone, asks nobody.
 */
export function isSoundAtRisk(ended: Ended | null, isMonitor: boolean): boolean {
  if (!ended?.isShown || ended.closed === null) return false;
  const { unsaved, isOffered } = ended.closed;
  // While its place is chosen, no file of it has been made either.
  return unsaved > 0 && isOffered !== true && (!ended.isAway || !isMonitor);
}
