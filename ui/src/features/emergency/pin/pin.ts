/** What a typed code means. */
import { pinLimits } from "#content/limits.ts";
import type { UnlockingCode } from "../machine/state.ts";

/** What is known when a code is typed. */
export interface PinSituation {
  /** The person's own PIN; empty when they chose none. */
  readonly ownPin: string;
  readonly demoPin: string;
  /** The emergency that is going on, if any. */
  readonly emergency: "real" | "test" | null;
}

/**
 * `own` ends the emergency or opens the door; `demo` does so too, with nothing of the person's behind it.
 * `decoy` shows an unlocked app while the emergency goes on: the demo PIN is printed in public, so whoever
 * types it although the person has a PIN of their own is not that person.
 */
export type PinMeaning = UnlockingCode | "wrong";

/** A PIN that counts as the person's own: long enough, digits only, and not the one printed everywhere. */
export function ownPinOf(pinCode: string, demoPin: string): string {
  const isUsable = /^\d+$/.test(pinCode) && pinCode.length >= pinLimits.minimumDigits;
  return isUsable && pinCode !== demoPin ? pinCode : "";
}

/** Decides what a code means. */
export function meaningOf(entered: string, situation: PinSituation): PinMeaning {
  const { demoPin, emergency } = situation;
  const ownPin = ownPinOf(situation.ownPin, demoPin);
  if (ownPin !== "" && entered === ownPin) {
    return "own";
  }
  if (entered !== demoPin || demoPin === "") {
    return "wrong";
  }
  return ownPin !== "" && emergency !== "test" ? "decoy" : "demo";
}

/** Whether a code is long enough to be tried. */
export function isPinComplete(pin: string): boolean {
  return pin.length >= pinLimits.minimumDigits;
}
