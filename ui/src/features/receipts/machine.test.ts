/** Claims about when a recording is to be confirmed. */
import { expect, test } from "vitest";
import { receiptLimits } from "#content/receipt-limits.ts";
import { NOTHING_SEEN, type SeenHead, step } from "./machine.ts";
import type { TokenAnswer } from "./token-rules.ts";

const { firstMs, settledMs, everyMs, lookEveryMs, pausesMs, tokenEveryMs, tokenSoonestMs } =
  receiptLimits;

/** The wall clock when the running clock is at zero. */
const BEGUN = 1_795_000_000_000;

/** A phone whose recordings a test changes; it answers what is asked as the test says. */
function phone() {
  let [state, at] = [NOTHING_SEEN, 0];
  const recordings = new Map<string, SeenHead>();
  const asked: string[] = [];
  /** Each head for which a token was asked, with the time. */
  const stamps: { head: string; at: number }[] = [];
  let isReachable = true;
  const look = () => {
    for (;;) {
      const heads = [...recordings.values()];
      const next = step(state, { type: "looked", at, now: BEGUN + at, heads });
      state = next.state;
      const { ask, stamp } = next;
      if (stamp !== null) stamps.push({ head: stamp.head, at });
      if (ask === null) return;
      asked.push(ask.head);
      if (isReachable) {
        const confirmed = [...ask.confirmed, { head: ask.head, time: (BEGUN + at) / 1_000 }];
        recordings.set(ask.emergencyEventId, { ...ask, confirmed });
        state = step(state, { type: "confirmed" }).state;
      } else {
        state = step(state, { type: "failed", at }).state;
      }
    }
  };
  return {
    asked,
    stamps,
    /** A recording with this head; what was confirmed of it before stays. */
    has: (id: string, head: string, ...confirmedBefore: string[]) => {
      const confirmed = confirmedBefore.map((one) => ({ head: one, time: BEGUN / 1_000 }));
      const before = recordings.get(id) ?? { confirmed, stamped: [] };
      recordings.set(id, { ...before, emergencyEventId: id, head });
    },
    /** What came of asking for a token. */
    answer: (answer: TokenAnswer) => {
      state = step(state, { type: "token", answer, at }).state;
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
  (at: number) =>
    one.has(id, `${id}@${at}`);

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
  const heads = [{ emergencyEventId: "e", head: "a", confirmed: [], stamped: [] }];
  const look = (at: number) => ({ type: "looked", at, now: BEGUN + at, heads }) as const;
  const first = step(NOTHING_SEEN, look(0));
  const second = step(first.state, look(settledMs));
  expect(second.ask).toEqual(heads[0]);
  expect(step(second.state, look(9 * settledMs)).ask).toBeNull();
});

test("a token is asked for once a recording stands still and its last head is confirmed", () => {
  const one = phone();
  const ended = 3 * everyMs;
  one.pass(ended, recording(one));
  expect(one.stamps).toEqual([]);
  one.pass(settledMs + lookEveryMs);
  expect(one.stamps).toEqual([{ head: `e@${ended}`, at: expect.any(Number) }]);
  expect(one.asked.at(-1)).toBe(`e@${ended}`);
});

test("of a recording that grows a token is asked for once in half an hour, for a head that is confirmed", () => {
  const one = phone();
  for (let minute = 0; minute < 95; minute += 1) {
    one.pass(everyMs, recording(one));
    one.answer("later");
  }
  const first = lookEveryMs + firstMs;
  const heads = [1, 2, 3].map((turn) => `e@${first + turn * tokenEveryMs}`);
  expect([...new Set(one.stamps.map(({ head }) => head))].sort()).toEqual(heads.sort());
});

test("while an emergency begins nothing is asked of older ones, and receipts come first", () => {
  const one = phone();
  one.has("old", "old head", "old head");
  one.cut();
  one.pass(2 * everyMs, recording(one, "new"));
  expect([one.asked.length > 0, one.stamps]).toEqual([true, []]);
  one.restore();
  one.pass(everyMs, recording(one, "new"));
  expect(one.stamps.map(({ head }) => head)).toEqual(["old head"]);
});

test("receipts do not wait for the answer to a token, nor for its failures", () => {
  const one = phone();
  one.has("old", "old head", "old head");
  one.pass(2 * lookEveryMs);
  expect(one.stamps).toHaveLength(1);
  one.pass(3 * everyMs, recording(one, "new"));
  expect(one.asked).toHaveLength(3);
  one.answer("failed");
  one.pass(3 * everyMs, recording(one, "new"));
  expect(one.asked).toHaveLength(6);
});

test("a token that failed is asked for when the connection is back, and one that is not there yet is not", () => {
  const one = phone();
  one.has("e", "a", "a");
  one.pass(2 * lookEveryMs);
  for (const _ of pausesMs) {
    one.answer("failed");
    one.pass(pausesMs.at(-1) ?? 0);
  }
  const before = one.stamps.length;
  one.answer("failed");
  one.restore();
  expect(one.stamps).toHaveLength(before + 1);
  one.answer("later");
  one.restore();
  expect(one.stamps).toHaveLength(before + 1);
  one.pass(tokenSoonestMs * 100);
  expect(one.stamps).toHaveLength(before + 2);
});
