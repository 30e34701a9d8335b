/** A typed code: what it means, and what trying it does. */
import { pinLimits } from "#content/limits.ts";
import { type Message, titleOnly } from "#content/message.ts";
import { pinMessages } from "#content/messages.ts";
import { isSealedPin } from "#platform/pin-hash.ts";
import { type Lockouts, NO_LOCKOUTS } from "#store/lockouts.ts";
import type { Devices } from "../devices.ts";
import type { Emergency, EmergencyEvent, EmergencyState, UnlockingCode } from "../machine/state.ts";
import {
  attemptsLeft,
  counted,
  isLockedOut,
  type LockedScreen,
  type LockoutClock,
  lockoutOf,
} from "./lockout.ts";

/** What is known of a typed code. */
export interface TypedCode {
  /** Whether the person has a PIN of their own. */
  readonly hasOwnPin: boolean;
  /** Whether the code is that PIN. */
  readonly isOwn: boolean;
  /** Whether the code is the demo PIN. */
  readonly isDemo: boolean;
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

/**
 * A stored PIN that counts as the person's own: a hash, or digits from an earlier release that are enough and not the
 * demo PIN. Empty otherwise.
 */
export function ownPinOf(pinCode: string, demoPin: string): string {
  if (isSealedPin(pinCode)) return pinCode;
  const isUsable = /^\d+$/.test(pinCode) && pinCode.length >= pinLimits.minimumDigits;
  return isUsable && pinCode !== demoPin ? pinCode : "";
}

/** Decides what a code means. An own PIN that has become the demo PIN is secret no more. */
export function meaningOf({ hasOwnPin, isOwn, isDemo, emergency }: TypedCode): PinMeaning {
  if (!isDemo) return isOwn ? "own" : "wrong";
  return hasOwnPin && !isOwn && emergency !== "test" ? "decoy" : "demo";
}

/**
 * Whether a code gives every try back: the own PIN does, and where there is none the demo PIN. A public code that ends a
 * test says nothing about who typed it, and anybody can start a test.
 */
export function givesTriesBack(meaning: PinMeaning, hasOwnPin: boolean): boolean {
  return meaning === "own" || (meaning === "demo" && !hasOwnPin);
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
  { devices, counters, demoPin }: CodePage,
  { screen, pin }: Pick<TypedPin, "screen" | "pin">,
  emergency: Emergency | null,
): Promise<{ readonly outcome: PinOutcome; readonly message: Message | null }> {
  const isDemo = demoPin !== "" && pin === demoPin;
  const count = (all: Lockouts) => (isDemo ? all : counted(screen, all));
  const { before, after } = await counters.change(count);
  const closed = lockoutOf(screen, before);
  if (isLockedOut(closed) && !isDemo) {
    return { outcome: "locked-out", message: pinMessages.accessDenied };
  }
  // Emptying the settings meanwhile does not make the demo PIN the right one.
  const ownPin = ownPinOf(emergency?.ownPin || devices.readSettings().pinCode, demoPin);
  const hasOwnPin = ownPin !== "";
  const outcome = meaningOf({
    hasOwnPin,
    isOwn: await devices.matchesPin(pin, ownPin),
    isDemo,
    emergency: emergency?.kind ?? null,
  });
  if (outcome === "wrong") return { outcome, message: failureMessage(screen, after) };
  if (givesTriesBack(outcome, hasOwnPin)) await counters.change(() => NO_LOCKOUTS);
  return { outcome, message: null };
}

/** The toast beside the form for a code, which says itself that a screen is closed, and for how long. */
function toastBeside(screen: LockedScreen, outcome: PinOutcome, message: Message): Message | null {
  if (screen === "securityCode") {
    return message === pinMessages.accessDenied ? titleOnly(message) : message;
  }
  return outcome === "locked-out" ? null : message;
}

/** What judging a code needs. */
interface CodePage {
  readonly devices: Pick<Devices, "matchesPin" | "readSettings" | "showToast">;
  readonly counters: LockoutClock;
  readonly demoPin: string;
}

/** Where a code is typed. */
export interface LockedPage extends CodePage {
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
export async function submitPin(page: LockedPage, typed: TypedPin): Promise<PinOutcome> {
  const { devices, report } = page;
  const { emergency } = page.getState();
  const { outcome, message } = await tryPin(page, typed, emergency);
  const said = message && toastBeside(typed.screen, outcome, message);
  if (said !== null) devices.showToast(said);
  if (outcome === "wrong" || outcome === "locked-out") return outcome;
  if (emergency !== null) {
    const { goesHome } = typed;
    report({ type: "unlocked", emergencyId: emergency.id, code: outcome, goesHome });
  }
  // Of the demo PIN nothing is said beside a PIN of one's own: behind a hidden emergency nothing may be, and both look alike.
  return outcome;
}

/** Whether a code is the own PIN, before it is changed; counted and refused like any other code. */
export async function checkPin(page: CodePage, pin: string): Promise<boolean> {
  const { outcome, message } = await tryPin(page, { screen: "securityCode", pin }, null);
  const isOwn = outcome === "own";
  if (!isOwn) page.devices.showToast(message ?? pinMessages.notYours);
  return isOwn;
}
