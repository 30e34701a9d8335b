/** The vocabulary of the emergency machine for typed codes. */

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
  /** Whether the own PIN leads to the main screen. */
  readonly goesHome: boolean;
}
