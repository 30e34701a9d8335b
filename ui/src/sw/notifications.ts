/** What a guardian's phone shows for an item: on a lock screen, so no place stands in it. Pure. */
import { type Answer, type DownItem, isDrill, type TestPurpose } from "#seal/items.ts";

/** A notification. */
export interface Shown {
  readonly title: string;
  readonly body: string;
  /** Whether it makes a sound again when it takes the place of another one. */
  readonly isUrgent: boolean;
  /** Whether it never makes a sound. */
  readonly isSilent?: boolean;
  readonly answers: readonly Answer[];
}

const all: readonly Answer[] = ["seen", "on-the-way", "police-called"];

/** A notification that nobody can take for an alarm. */
const test = (name: string, what: string): Shown => ({
  title: `Test from ${name}`,
  body: `${what} This is only a test. Nothing has happened.`,
  isUrgent: false,
  answers: ["seen"],
});

/** A test of the link: the person's own, the one that ends the pairing, or the weekly one, which makes no sound. */
function testShown(name: string, of: TestPurpose): Shown {
  const works = "The link between your phones works.";
  if (of !== "heartbeat") return test(name, works);
  const body = `${works} Nothing to do.`;
  return { title: `Weekly check from ${name}`, body, isUrgent: false, isSilent: true, answers: [] };
}

/** What a drill says has happened in it. */
const drillWords: Partial<Record<DownItem["kind"], string>> = {
  alarm: "A drill was started.",
  ended: "The drill has ended.",
};

/** What is said of an item from the person `name`. A drill is asked for first, so that no kind of item can hide it. */
export function shownFor(name: string, item: DownItem): Shown {
  if (isDrill(item)) return test(name, drillWords[item.kind] ?? "A drill is on.");
  const calm = { isUrgent: false, answers: [] };
  const urgent = { isUrgent: true, answers: all };
  switch (item.kind) {
    case "alarm":
      return {
        title: `${name} needs help`,
        body: "Open this to see what is known, and what to do.",
        ...urgent,
      };
    case "place":
      return { title: `News from ${name}`, body: "Open this to see where.", ...calm };
    case "battery":
      return {
        title: `${name}'s phone is almost empty`,
        body: "Open this to see what is known, and what to do.",
        ...urgent,
      };
    case "opened-with-public-code":
      return {
        title: `Treat as danger: ${name}`,
        body: "Their phone was opened with the public code. Do not text or call it before you read this.",
        ...urgent,
      };
    case "overdue":
      return {
        title: `${name} did not come back in time`,
        body: "A session was not ended. Open this to see what is known, and what to do.",
        ...urgent,
      };
    case "ended":
      return { title: `${name} ended the alert`, body: "Ended with their own PIN.", ...calm };
    case "test":
      return testShown(name, item.of);
    case "unlinked":
      return {
        title: `${name} ended the link`,
        body: "You get no more alerts from them.",
        ...calm,
      };
    default:
      return item satisfies never;
  }
}
