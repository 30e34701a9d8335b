/** The words of the set-up's screens. */
import type { SetupStep } from "#store/settings/setup.ts";

/** A screen's title, its name in the progress, and why it is there. */
export const stepTexts: Readonly<
  Record<SetupStep, { readonly title: string; readonly short: string; readonly reason: string }>
> = {
  person: {
    title: "A person to tell",
    short: "Person",
    reason:
      "In an emergency a message with your location is ready for this person. You press send. Choose someone you trust who answers.",
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
