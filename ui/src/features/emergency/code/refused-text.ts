/** What stands at the field when a code was refused: a toast alone may find no place where it covers nothing. */
import type { Lockouts } from "#store/emergency/lockouts.ts";
import { attemptsLeft, isLockedOut, type LockedScreen, lockoutOf } from "../pin/lockout.ts";
import type { PinOutcome } from "../pin/pin.ts";

/** The words, with the attempts that are left; empty where nothing was refused. */
export function refusedText(
  outcome: PinOutcome | null,
  screen: LockedScreen,
  all: Lockouts,
): string {
  if (outcome === "locked-out") return "That code was not tried.";
  if (outcome !== "wrong") return "";
  const wrong = "That is not the right code.";
  // A closed screen says for how long.
  if (isLockedOut(lockoutOf(screen, all))) return wrong;
  return `${wrong} Attempts left: ${attemptsLeft(screen, all)}.`;
}
