/** What is said of codes. */
import { createContext } from "react";
import type { Lockouts } from "#store/emergency/lockouts.ts";
import { attemptsLeft, isLockedOut, type LockedScreen, lockoutOf } from "../pin/lockout.ts";
import type { PinOutcome } from "../pin/pin.ts";

/** The PIN that is printed in public. Somebody who has no other ends an emergency with it. */
export const PublicCode = createContext("");

/** What ends an emergency, as nobody may be locked in by a code that no screen has named; `hasOwnPin` is null before the page has read the settings. */
export function endingText(publicCode: string, hasOwnPin: boolean | null): string {
  if (hasOwnPin === null) return `To end it, type your PIN, or ${publicCode} if you have none.`;
  return hasOwnPin ? "To end it, type your own PIN." : `To end it, type ${publicCode}.`;
}

/** Why a code did not open the screen: what it is, or that help was called for while it was compared. */
export type Refusal = PinOutcome | "called";

/**
 * Why a code that was tried did not open its screen. The own code does not end a call that came while it was compared, so that an
 * emergency `isOn` after it; behind the disguise nothing says so.
 */
export function refusalOf(outcome: PinOutcome, screen: LockedScreen, isOn: boolean): Refusal {
  return outcome === "own" && isOn && screen !== "securityCode" ? "called" : outcome;
}

/**
 * What stands at the field when a code was refused, with the attempts that are left; empty where nothing was refused. A
 * toast alone may find no place where it covers nothing.
 */
export function refusedText(outcome: Refusal | null, screen: LockedScreen, all: Lockouts): string {
  if (outcome === "called") return "Help was called again. Enter the code again.";
  if (outcome === "locked-out") return "That code was not tried.";
  if (outcome !== "wrong") return "";
  const wrong = "That is not the right code.";
  // A closed screen says for how long.
  if (isLockedOut(lockoutOf(screen, all))) return wrong;
  return `${wrong} Attempts left: ${attemptsLeft(screen, all)}.`;
}
