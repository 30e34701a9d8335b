/** Takes a typed code: counts it on the disk, then looks at it, then says what happened. */
import { lockouts } from "#content/limits.ts";
import { type Message, pinMessages } from "#content/messages.ts";
import { type Counter, changeLockout, type LockoutRow } from "#store/lockouts.ts";
import {
  attemptsLeft,
  counted,
  isLockedOut,
  type LockedScreen,
  minutesLeft,
  NO_LOCKOUT,
  uncounted,
} from "./lockout.ts";
import { meaningOf, type PinMeaning, type PinSituation } from "./pin.ts";

/** What became of a code. */
export type PinOutcome = PinMeaning | "locked-out";

/** The counter that a screen uses: both locks of an emergency share one. */
export function counterOf(screen: LockedScreen): Counter {
  return screen === "securityCode" ? "securityCode" : "emergency";
}

/** Tries a code on a screen. `onChange` hears every change of the counters. */
export async function tryPin(
  screen: LockedScreen,
  entered: string,
  situation: PinSituation,
  onChange: () => void,
): Promise<{ readonly outcome: PinOutcome; readonly message: Message | null }> {
  const limits = lockouts[screen];
  const counter = counterOf(screen);
  const isCode = screen === "securityCode";
  const { before, after } = await changeLockout(counter, (row) => counted(row, limits));
  onChange();
  if (isLockedOut(before)) {
    const message = isCode ? pinMessages.accessDenied : pinMessages.lockedOut(minutesLeft(before));
    return { outcome: "locked-out", message };
  }
  const outcome = meaningOf(entered, situation);
  if (outcome === "wrong") {
    return { outcome, message: failureMessage(isCode, after[counter], limits) };
  }
  const forgiven = outcome === "decoy" ? uncounted : () => NO_LOCKOUT;
  await changeLockout(counter, forgiven);
  onChange();
  return { outcome, message: null };
}

function failureMessage(isCode: boolean, row: LockoutRow, limits: { readonly attempts: number }) {
  if (isLockedOut(row)) {
    return isCode ? pinMessages.accessDenied : pinMessages.tooMany;
  }
  const left = attemptsLeft(row, { attempts: limits.attempts, lockoutMs: 0 });
  return isCode ? pinMessages.incorrectCode(left) : pinMessages.incorrect(left);
}
