/** Claims about when a recording is to be confirmed. */
import { expect, test } from "vitest";
import { receiptLimits } from "#content/receipt-limits.ts";
import { NOTHING_SEEN, type SeenHead, step } from "./machine.ts";

const { firstMs, settledMs, everyMs, lookEveryMs, pausesMs } = receiptLimits;

/** A phone whose recordings a test changes; it answers what is asked as the test says. */
function phone() {
  let [state, at] = [NOTHING_SEEN, 0];
  const recordings = new Map<string, SeenHead>();
  const asked: string[] = [];
  let isReachable = true;
  const look = () => {
    for (;;) {
      const next = step(state, { type: "looked", at, heads: [...recordings.values()] });
      state = next.state;
      const { ask } = next;
      if (ask === null) return;
      asked.push(ask.head);
      if (isReachable) {
        recordings.set(ask.emergencyEventId, { ...ask, confirmedHead: ask.head });
        state = step(state, { type: "confirmed" }).state;
      } else {
        state = step(state, { type: "failed", at }).state;
      }
    }
  };
  return {
    asked,
    has: (id: string, head: string, confirmedHead: string | null = null) => {
      recordings.set(id, { emergencyEventId: id, head, confirmedHead });
    },
    /** Time passes; `grow` changes recordings before each look. */
    pass: (ms: number, grow: (at: number) => void = () => undefined) => {
      for (const end = at + ms; at < end; ) {
        at += lookEveryMs;
        grow(at);
        look();
      }
    },
    look,
    cut: () => {
      isReachable = false;
    },
    restore: () => {
      isReachable = true;
      state = step(state, { type: "woken" }).state;
      look();
    },
  };
}

/** Records: each look finds another head. */
const recording =
  (one: ReturnType<typeof phone>, id = "e") =>
  (at: number) => {
    const confirmed = one.asked.at(-1) ?? null;
    one.has(id, `${id}@${at}`, confirmed);
  };

test("a recording that grows is confirmed soon after its beginning, and then once a minute", () => {
  const one = phone();
  one.pass(5 * everyMs, recording(one));
  const first = lookEveryMs + firstMs;
  expect(one.asked).toEqual([0, 1, 2, 3, 4].map((turn) => `e@${first + turn * everyMs}`));
});

test("nothing is asked when a recording is seen for the first time", () => {
  const one = phone();
  recording(one)(0);
  one.look();
  expect(one.asked).toEqual([]);
});

test("the end of a recording is confirmed as soon as it grows no more, and once", () => {
  const one = phone();
  one.pass(3 * lookEveryMs, recording(one));
  one.pass(settledMs + lookEveryMs);
  expect(one.asked.at(-1)).toBe(`e@${3 * lookEveryMs}`);
  const { length } = one.asked;
  one.pass(10 * everyMs);
  expect(one.asked).toHaveLength(length);
});

test("what was not confirmed before is asked for later, the newest first, each once", () => {
  const one = phone();
  one.has("old", "old head");
  one.has("done", "done head", "done head");
  one.pass(2 * lookEveryMs, recording(one, "new"));
  expect(one.asked.toSorted()).toEqual(["new@20000", "old head"]);
  expect(one.asked[0]).toBe("new@20000");
});

test("without a connection it is tried again after longer and longer pauses, with the newest head", () => {
  const one = phone();
  one.cut();
  const ended = 2 * lookEveryMs;
  one.pass(ended, recording(one));
  one.pass(20 * everyMs);
  const longest = pausesMs.at(-1) ?? 0;
  expect(one.asked.length).toBeLessThan(pausesMs.length + 1 + (20 * everyMs) / longest);
  const before = one.asked.length;
  one.restore();
  expect(one.asked.slice(before)).toEqual([`e@${ended}`]);
});

test("while an answer is awaited nothing else is asked", () => {
  const heads = [{ emergencyEventId: "e", head: "a", confirmedHead: null }];
  const first = step(NOTHING_SEEN, { type: "looked", at: 0, heads });
  const second = step(first.state, { type: "looked", at: settledMs, heads });
  expect(second.ask).toEqual(heads[0]);
  expect(step(second.state, { type: "looked", at: 9 * settledMs, heads }).ask).toBeNull();
});
