/** What the emergency machine is given by the person: what starts an emergency, typed codes, and what they ended. */
import type { TimedPosition } from "#content/position.ts";

/** A trigger with all that is known at its moment. */
export interface Trigger {
  readonly id: string;
  readonly kind: "real" | "test";
  readonly triggeredBy: "button" | "voice" | "shake";
  readonly safeWord: string | null;
  readonly at: number;
  readonly text: string;
  readonly contacts: readonly { readonly name: string; readonly phoneNumber: string }[];
  readonly position: TimedPosition | null;
  readonly ownPin: string;
  /** Whether a message may open without another tap: after a tap, on a device with a messages app. */
  readonly mayOpen: boolean;
  /** Whether the heart monitor stays on the screen. */
  readonly isDisguised: boolean;
}

/** A code that unlocks: the person's own, the demo PIN, or the demo PIN where it only opens the decoy. */
export type UnlockingCode = "own" | "demo" | "decoy";

/** What is known of a typed code. What it means depends on what is on when it was looked at. */
export interface CodeFacts {
  /** Whether the person has a PIN of their own. */
  readonly hasOwnPin: boolean;
  /** Whether the code is that PIN. */
  readonly isOwn: boolean;
  /** Whether the code is the demo PIN. */
  readonly isDemo: boolean;
}

/** A code was typed and looked at, which takes a moment in which everything else goes on. */
export interface CodeTried extends CodeFacts {
  readonly type: "code-tried";
  /** The emergency that was on when it was typed, or null. */
  readonly typedIn: string | null;
  /** When it was typed, in epoch milliseconds: after every call for help before it, whatever the clock says. */
  readonly typedAt: number;
  /** The last call for help of this page before it. */
  readonly lastCall: Trigger | null;
  /** Whether the own PIN leads to the main screen. */
  readonly goesHome: boolean;
}

/** An end in another tab, or of an earlier page, as this one hears of it; both in epoch milliseconds. */
export interface HeardEnd {
  /** When its code was typed; later than any clock says where that is not known. */
  readonly endedAt: number;
  /** When it was heard of. */
  readonly at: number;
}

/** No emergency is on. An end is one, whoever has it. */
export interface EndsKnown extends HeardEnd {
  readonly type: "ends-known";
  /** The one that ended last, and whether the own PIN ended it, as a real one. */
  readonly endedId: string | null;
  readonly isOwnEnd: boolean;
  /** Those that gave way to it. */
  readonly joined: readonly string[];
  /** The highest sequence of those that ended. */
  readonly lastEnd: number;
  readonly from: "database" | "mirror";
  /** The one that the database still had as on, because its end was typed before that answered. */
  readonly wasOn: string | null;
}
