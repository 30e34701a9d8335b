/** The screens of the set-up: their words, and what the page brings into them from other features. */
import type { ReactNode } from "react";
import type { SetupStep } from "#store/settings/setup.ts";

/** A screen's title, its name in the progress, and why it is there. */
export const stepTexts: Readonly<
  Record<SetupStep, { readonly title: string; readonly short: string; readonly reason: string }>
> = {
  person: {
    title: "A person to tell",
    short: "Person",
    reason:
      "In an emergency a message is ready for this person, with your location if it is found. You press send. Choose someone you trust who answers.",
  },
  pin: {
    title: "Your own PIN",
    short: "PIN",
    reason: "Once you set your own PIN, only that PIN ends an emergency.",
  },
  permissions: {
    title: "What the phone must allow",
    short: "Access",
    reason:
      "Choose Allow now. If you wait, the phone asks in the middle of an emergency, and nothing is recorded until you answer.",
  },
  test: {
    title: "A test emergency",
    short: "Test",
    reason: "No contact is told unless you press send.",
  },
};

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
  /** What is said where listening is switched on and nothing is heard; null otherwise. */
  readonly unheard: string | null;
  /** Starts a test emergency. */
  readonly startTest: () => void;
  readonly displayName: string;
  /** The PIN that is printed in public. */
  readonly demoPin: string;
  /** Each shows a page without a new document. */
  readonly goHome: () => void;
  readonly goToHeart: () => void;
}
