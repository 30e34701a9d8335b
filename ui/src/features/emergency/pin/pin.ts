/** A typed code: what it means, and what trying it does. */
import { pinLimits } from "#content/limits.ts";
import { type Message, pinMessages, titleOnly } from "#content/messages.ts";
import { isSealedPin } from "#platform/pin-hash.ts";
import type { Lockouts } from "#store/emergency/lockouts.ts";
import type { Devices } from "../devices/devices.ts";
import { meaningNow, type PinMeaning } from "../machine/codes.ts";
import type { CodeFacts, Trigger } from "../machine/inputs.ts";
import type { EmergencyEvent, EmergencyState } from "../machine/state.ts";
import {
  attemptsLeft,
  counted,
  isLockedOut,
  type LockedScreen,
  type LockoutClock,
  lockoutOf,
} from "./lockout.ts";

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

/** The toast beside the form for a code, which says itself that a screen is closed, and for how long. */
function toastBeside(screen: LockedScreen, outcome: PinOutcome, message: Message): Message | null {
  if (screen === "securityCode") {
    return message === pinMessages.accessDenied ? titleOnly(message) : message;
  }
  return outcome === "locked-out" ? null : message;
}

/** Where a code is typed. */
export interface LockedPage {
  readonly devices: Pick<Devices, "matchesPin" | "readSettings" | "showToast">;
  readonly counters: Pick<LockoutClock, "change">;
  readonly demoPin: string;
  readonly getState: () => EmergencyState;
  readonly report: (event: EmergencyEvent) => void;
  /** Learns what local storage knows of the emergency that is on. */
  readonly hear: () => void;
}

/** A code on a screen. */
export interface TypedPin {
  readonly screen: LockedScreen;
  readonly pin: string;
  /** Whether the own PIN leads to the main screen. */
  readonly goesHome: boolean;
  /** The emergency that was on when it was typed, or null: only that one can be unlocked by it. */
  readonly typedIn: string | null;
  /** When it was typed, in epoch milliseconds. */
  readonly typedAt: number;
  /** The last call for help of this page before it. */
  readonly lastCall: Trigger | null;
}

/** The PIN that counts now. Emptying the settings during an emergency does not make the demo PIN the right one. */
function ownPinNow({ devices, demoPin, getState }: LockedPage): string {
  return ownPinOf(getState().emergency?.ownPin || devices.readSettings().pinCode, demoPin);
}

/**
 * Looks at a code. Comparing takes a moment, in which another tab may have made a test real, or called for help. When another
 * own PIN counts after it, the code is compared with that one.
 */
async function factsOf(page: LockedPage, pin: string): Promise<CodeFacts> {
  const ownPin = ownPinNow(page);
  const isOwn = await page.devices.matchesPin(pin, ownPin);
  page.hear();
  if (ownPinNow(page) !== ownPin) return factsOf(page, pin);
  return { hasOwnPin: ownPin !== "", isOwn, isDemo: isDemoPin(page, pin) };
}

const isDemoPin = ({ demoPin }: LockedPage, pin: string) => demoPin !== "" && pin === demoPin;

/**
 * Counts a code on the disk, looks at it, and tells the machine, which decides what follows; answers with what the code
 * meant and what to say of it. The demo PIN is no try and works while a screen is closed: it is public, and somebody may
 * be forcing the person to unlock.
 */
async function tryPin(
  page: LockedPage,
  { screen, pin, ...typed }: TypedPin,
): Promise<{ readonly outcome: PinOutcome; readonly message: Message | null }> {
  const isDemo = isDemoPin(page, pin);
  const count = (all: Lockouts) => (isDemo ? all : counted(screen, all));
  const { before, after } = await page.counters.change(count);
  if (isLockedOut(lockoutOf(screen, before)) && !isDemo) {
    return { outcome: "locked-out", message: pinMessages.accessDenied };
  }
  const facts = await factsOf(page, pin);
  const tried = { type: "code-tried", ...facts, ...typed } as const;
  // Nothing can happen between the two: the screen hears what the machine made of it.
  const outcome = meaningNow(page.getState(), tried);
  page.report(tried);
  return { outcome, message: outcome === "wrong" ? failureMessage(screen, after) : null };
}

/** Tries a code, says what is wrong with it, and unlocks with a right one. */
export async function submitPin(page: LockedPage, typed: TypedPin): Promise<PinOutcome> {
  const { outcome, message } = await tryPin(page, typed);
  const said = message && toastBeside(typed.screen, outcome, message);
  if (said !== null) page.devices.showToast(said);
  // Of the demo PIN nothing is said beside a PIN of one's own: behind a hidden emergency nothing may be, and both look alike.
  return outcome;
}

/** Whether a code is the own PIN, before it is changed; counted and refused like any other code, and it unlocks nothing. */
export async function checkPin(page: LockedPage, pin: string): Promise<boolean> {
  const typed = {
    screen: "securityCode",
    pin,
    goesHome: false,
    typedIn: null,
    typedAt: 0,
    lastCall: null,
  } as const;
  const { outcome, message } = await tryPin(page, typed);
  const isOwn = outcome === "own";
  if (!isOwn) page.devices.showToast(message ?? pinMessages.notYours);
  return isOwn;
}
