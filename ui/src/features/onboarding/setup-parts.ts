/** What the page brings into the set-up from other features. */
import type { ReactNode } from "react";

/** The forms, and the ways out. */
export interface SetupParts {
  /** Copies, in the browser, what goes along to the app on the home screen. */
  readonly copy: ReactNode;
  /** Takes over there what was copied. */
  readonly paste: (onDone: () => void) => ReactNode;
  /** The form of the person; `onDone` comes after it was saved. */
  readonly person: (onDone: () => void) => ReactNode;
  /** The form of the PIN. */
  readonly pin: (onDone: () => void) => ReactNode;
  /** The choices of how an emergency starts. */
  readonly triggers: ReactNode;
  /** Starts a test emergency. */
  readonly startTest: () => void;
  readonly displayName: string;
  /** The PIN that is printed in public. */
  readonly demoPin: string;
  /** Each shows a page without a new document. */
  readonly goHome: () => void;
  readonly goToHeart: () => void;
}
