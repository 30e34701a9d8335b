/** A typed code: what it means, and what trying it does. */
import { pinLimits } from "#content/limits.ts";
import { emergencyMessages, type Message, pinMessages } from "#content/messages.ts";
import { type Lockouts, NO_LOCKOUTS } from "#store/lockouts.ts";
import type { Devices } from "../devices.ts";
import type { EmergencyEvent, EmergencyState, UnlockingCode } from "../machine/state.ts";
import {
  attemptsLeft,
  counted,
  isLockedOut,
  type LockedScreen,
  type LockoutClock,
  lockoutOf,
  minutesLeft,
} from "./lockout.ts";

/** What is known when a code is typed. */
export interface PinSituation {
  /** The person's own PIN; empty when they chose none. */
  readonly ownPin: string;
  readonly demoPin: string;
  /** The emergency that is on, if any. */
  readonly emergency: "real" | "test" | null;
}

/**
 * `own` ends the emergency or opens the screen behind the code; `demo` does so too, when the person has no own PIN.
 * `decoy` shows an unlocked app while the emergency goes on: the demo PIN is printed in public, so where an own PIN
 * exists, the demo PIN was typed by somebody else.
 */
export type PinMeaning = UnlockingCode | "wrong";

/** What became of a code. */
export type PinOutcome = PinMeaning | "locked-out";

/** A PIN that counts as the person's own: long enough, digits only, and not the demo PIN. Empty otherwise. */
export function ownPinOf(pinCode: string, demoPin: string): string {
  const isUsable = /^\d+$/.test(pinCode) && pinCode.length >= pinLimits.minimumDigits;
  return isUsable && pinCode !== demoPin ? pinCode : "";
}

/** Decides what a code means. */
export function meaningOf(entered: string, situation: PinSituation): PinMeaning {
  const { demoPin, emergency } = situation;
  const ownPin = ownPinOf(situation.ownPin, demoPin);
  if (ownPin !== "" && entered === ownPin) return "own";
  if (entered !== demoPin || demoPin === "") return "wrong";
  return ownPin !== "" && emergency !== "test" ? "decoy" : "demo";
}

/** Whether a code is long enough to be tried. */
export function isPinComplete(pin: string): boolean {
  return pin.length >= pinLimits.minimumDigits;
}

function failureMessage(screen: LockedScreen, all: Lockouts): Message {
  const isCode = screen === "securityCode";
  if (isLockedOut(lockoutOf(screen, all))) {
    return isCode ? pinMessages.accessDenied : pinMessages.tooMany;
  }
  const left = attemptsLeft(screen, all);
  return isCode ? pinMessages.incorrectCode(left) : pinMessages.incorrect(left);
}

/**
 * Counts a code on the disk, then looks at it; answers with its meaning and what to say of it. The demo PIN is no try
 * and works while a screen is closed: it is public, and somebody may be forcing the person to unlock.
 */
async function tryPin(
  counters: LockoutClock,
  screen: LockedScreen,
  entered: string,
  situation: PinSituation,
): Promise<{ readonly outcome: PinOutcome; readonly message: Message | null }> {
  const meaning = meaningOf(entered, situation);
  if (meaning === "decoy") return { outcome: meaning, message: null };
  if (meaning !== "demo") {
    const { before, after } = await counters.change((all) => counted(screen, all));
    const closed = lockoutOf(screen, before);
    if (isLockedOut(closed)) {
      const isCode = screen === "securityCode";
      const locked = pinMessages.lockedOut(minutesLeft(closed));
      return { outcome: "locked-out", message: isCode ? pinMessages.accessDenied : locked };
    }
    if (meaning === "wrong") return { outcome: meaning, message: failureMessage(screen, after) };
  }
  await counters.change(() => NO_LOCKOUTS);
  return { outcome: meaning, message: null };
}

/** Where a code is typed. */
export interface LockedPage {
  readonly devices: Pick<Devices, "readSettings" | "showToast">;
  readonly counters: LockoutClock;
  readonly demoPin: string;
  readonly getState: () => EmergencyState;
  readonly report: (event: EmergencyEvent) => void;
}

/** A code on a screen; `goesHome` is whether the own PIN leads to the main screen. */
export interface TypedPin {
  readonly screen: LockedScreen;
  readonly pin: string;
  readonly goesHome: boolean;
}

/** Tries a code, says what is wrong with it, and unlocks with a right one. */
export async function submitPin(
  { devices, counters, demoPin, getState, report }: LockedPage,
  { screen, pin, goesHome }: TypedPin,
): Promise<PinOutcome> {
  const { emergency } = getState();
  const { outcome, message } = await tryPin(counters, screen, pin, {
    // Emptying the settings meanwhile does not make the demo PIN the right one.
    ownPin: emergency?.ownPin || devices.readSettings().pinCode,
    demoPin,
    emergency: emergency?.kind ?? null,
  });
  if (message !== null) devices.showToast(message);
  if (outcome === "wrong" || outcome === "locked-out") return outcome;
  if (emergency !== null) {
    report({ type: "unlocked", emergencyId: emergency.id, code: outcome, goesHome });
  } else if (outcome === "decoy") {
    devices.showToast(emergencyMessages.demoAccess);
  }
  return outcome;
}
