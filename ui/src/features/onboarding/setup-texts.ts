/** The words of the set-up's screens. */
import type { SetupStep } from "#store/setup.ts";

/** A screen's title, its name in the progress, and why it is there. */
export const stepTexts: Readonly<
  Record<SetupStep, { readonly title: string; readonly short: string; readonly reason: string }>
> = {
  person: {
    title: "A person to tell",
    short: "Person",
    reason:
      "In an emergency, a message with your location is ready for this person. You press send. Choose someone who answers, and whom you trust more than anyone near you.",
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
      "Your phone asks what the app may use. Choose Allow now, while you are safe. If you wait, it asks in the middle of an emergency and records nothing until you answer.",
  },
  test: {
    title: "A test emergency",
    short: "Test",
    reason:
      "Try it once. The screen locks. Sound is recorded if you allowed the microphone. A message that says it is a test is prepared, and no contact gets it unless you press send.",
  },
};
