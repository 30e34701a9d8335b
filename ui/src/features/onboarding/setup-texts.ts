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
      "In an emergency a message to this person is ready with your location, and you press send. Choose somebody who answers, and whom you trust more than anybody near you.",
  },
  pin: {
    title: "Your own PIN",
    short: "PIN",
    reason: "Once you have your own PIN, only it ends an emergency.",
  },
  permissions: {
    title: "What the phone must allow",
    short: "Access",
    reason:
      "Answer the phone's questions now, in quiet. Otherwise it asks in the middle of an emergency, and nothing is recorded until you answer.",
  },
  test: {
    title: "A test emergency",
    short: "Test",
    reason:
      "See once what happens. The screen locks, sound is recorded if the microphone is allowed, and a message is prepared that says it is a test. No contact is told unless you press send.",
  },
};
