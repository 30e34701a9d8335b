/** What a guardian's phone shows for an item: on a lock screen, so no place stands in it. Pure. */
import { type Answer, type DownItem, isDrill } from "#seal/items.ts";

/** A notification. */
export interface Shown {
  readonly title: string;
  readonly body: string;
  /** Whether it makes a sound again when it takes the place of another one. */
  readonly isUrgent: boolean;
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

/** What a drill says has happened in it. */
const drillWords: Partial<Record<DownItem["kind"], string>> = {
  alarm: "A TEST EMERGENCY was started.",
  ended: "The test has ended.",
};

/** What is said of an item from the person `name`. A drill is asked for first, so that no kind of item can hide it. */
export function shownFor(name: string, item: DownItem): Shown {
  if (isDrill(item)) return test(name, drillWords[item.kind] ?? "A TEST EMERGENCY is on.");
  const calm = { isUrgent: false, answers: [] };
  const urgent = { isUrgent: true, answers: all };
  switch (item.kind) {
    case "alarm":
      return {
        title: `${name} needs help`,
        body: "Open this to see where, and what to do.",
        ...urgent,
      };
    case "place":
      return { title: `News from ${name}`, body: "Open this to see where.", ...calm };
    case "battery":
      return {
        title: `${name}'s phone is almost empty`,
        body: "Open this to see the last place.",
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
        body: "A session was not ended. Open this to see where, and what to do.",
        ...urgent,
      };
    case "ended":
      return { title: `${name} ended the emergency`, body: "Ended with their own PIN.", ...calm };
    case "test":
      return test(name, "The link between your phones works.");
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

/** How much an item matters beside others that came with it. */
const weight: Readonly<Record<DownItem["kind"], number>> = {
  place: 0,
  battery: 1,
  test: 2,
  alarm: 3,
  overdue: 4,
  ended: 5,
  "opened-with-public-code": 6,
  unlinked: 7,
};

/** Whether an item is only a test: of the link, or a drill. */
export const isTest = (item: DownItem): boolean => item.kind === "test" || isDrill(item);

/** The item to show of several that came together: no test before what is real, and of the same weight the newest. */
export function mostImportant<T extends { readonly seq: number; readonly item: DownItem }>(
  came: readonly T[],
): T | undefined {
  return [...came].sort(
    (a, b) =>
      Number(isTest(a.item)) - Number(isTest(b.item)) ||
      weight[b.item.kind] - weight[a.item.kind] ||
      b.seq - a.seq,
  )[0];
}

/** What an answer is about. */
export function aboutOf(item: DownItem): string | null {
  return "emergency" in item ? item.emergency : null;
}
