/**
 * The tests of which this phone showed a notification. They are kept apart from what was shown of emergencies, so that no test
 * makes an alarm old that comes after it.
 */
import * as v from "valibot";
import { linkRecord } from "./link-record.ts";

/** A test by its person and number. */
interface ShownTest {
  readonly person: string;
  readonly seq: number;
}

/** How many are remembered. */
const KEPT = 20;

/** The newest ones. */
export const shownTests = linkRecord<readonly ShownTest[]>(
  "shown-tests",
  v.array(v.object({ person: v.string(), seq: v.number() })),
  [],
  "remember",
);

/** Whether one is among them. */
export const isAmong = (all: readonly ShownTest[], { person, seq }: ShownTest): boolean =>
  all.some((one) => one.person === person && one.seq === seq);

/** Notes that a notification of a test is being shown; false when it was shown before. */
export function noteShownTest(test: ShownTest): Promise<boolean> {
  return shownTests.change((before) => {
    const isNew = !isAmong(before, test);
    return { keep: isNew ? [...before.slice(1 - KEPT), test] : before, answer: isNew };
  });
}
