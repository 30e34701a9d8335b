/** The emergency machine's steps for a typed code: what it means in the present state, and what follows. */
import { emergencyMessages } from "#content/messages.ts";
import { endedBy, FINISH, reset } from "./ended.ts";
import { toldBy } from "./guardian-news.ts";
import type { CodeFacts, CodeTried, UnlockingCode } from "./inputs.ts";
import { type Emergency, type EmergencyEffect, type EmergencyState, isHidden } from "./state.ts";
import { andThen, noEffects, type Step, step, toast } from "./step.ts";

/**
 * `own` ends the emergency or opens the screen behind the code; `demo` does so too, when the person has no own PIN.
 * `decoy` shows an unlocked app while the emergency goes on: the demo PIN is printed in public, so where an own PIN
 * exists, the demo PIN was typed by somebody else.
 */
export type PinMeaning = UnlockingCode | "wrong";

/** Decides what a code means while an emergency of this kind is on, or none. An own PIN that has become the demo PIN is secret no more. */
export function meaningOf(
  { hasOwnPin, isOwn, isDemo }: CodeFacts,
  kind: Emergency["kind"] | null,
): PinMeaning {
  if (!isDemo) return isOwn ? "own" : "wrong";
  return hasOwnPin && !isOwn && kind !== "test" ? "decoy" : "demo";
}

/**
 * Whether a code gives every try back: the own PIN does, and where there is none the demo PIN. A public code that ends a
 * test says nothing about who typed it, and anybody can start a test.
 */
export function givesTriesBack(meaning: PinMeaning, hasOwnPin: boolean): boolean {
  return meaning === "own" || (meaning === "demo" && !hasOwnPin);
}

/** The emergency that a code was typed in, as it is now; null when none was on, and when that one is on no more. */
const typedInto = ({ emergency }: EmergencyState, { typedIn }: CodeTried): Emergency | null =>
  emergency?.id === typedIn ? emergency : null;

/** What a code that was tried means in the present state: a test in which it was typed may have become real meanwhile. */
export function meaningNow(state: EmergencyState, tried: CodeTried): PinMeaning {
  return meaningOf(tried, typedInto(state, tried)?.kind ?? null);
}

/**
 * What a code does in the emergency in which it was typed. It is not the end of a call for help that came after it, here or in
 * another tab, while it was compared: the emergency goes on.
 */
function unlocked(
  state: EmergencyState,
  on: Emergency,
  code: UnlockingCode,
  { goesHome, typedAt, lastCall }: CodeTried,
) {
  // Typed again behind the decoy it changes nothing.
  if (code === "decoy" && isHidden(on)) return noEffects(state);
  // Behind the disguise the demo PIN, which is public, ends nothing: first the lock is opened.
  if (code === "demo" && on.isDisguised) return noEffects(state);
  const told = toldBy(code, on);
  if (code === "decoy") {
    const emergency = { ...on, isDecoy: true };
    return step({ ...state, emergency }, { type: "release-page" }, told);
  }
  if (state.call !== lastCall || on.calledAt >= typedAt) return noEffects(state);
  const message = code === "own" ? emergencyMessages.resolved : emergencyMessages.demoAccess;
  const home: EmergencyEffect[] = code === "own" && goesHome ? [{ type: "go-home" }] : [];
  const ended = endedBy(code, on);
  // The next app that is typed in may offer it. Not at a decoy: the system may show that the clipboard changed, to who watches.
  const empty: EmergencyEffect[] = state.copied === null ? [] : [{ type: "empty-clipboard" }];
  const end = { ...told, endedAt: typedAt };
  const over = { ...reset(state), ended, endedAt: typedAt };
  return step(over, ...FINISH, ...empty, end, toast(message), ...home);
}

/** A code was tried. Only in the emergency in which it was typed does it unlock anything. */
export function codeTried(state: EmergencyState, tried: CodeTried): Step {
  const meaning = meaningNow(state, tried);
  const tries: EmergencyEffect[] = givesTriesBack(meaning, tried.hasOwnPin)
    ? [{ type: "give-tries-back" }]
    : [];
  const on = typedInto(state, tried);
  const after =
    on === null || meaning === "wrong" ? noEffects(state) : unlocked(state, on, meaning, tried);
  return andThen(after, (now) => step(now, ...tries));
}
