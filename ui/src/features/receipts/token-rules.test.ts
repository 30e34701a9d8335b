/** Claims about for which heads a token is asked, and when. */
import { describe, expect, test } from "vitest";
import { receiptLimits } from "#content/receipt-limits.ts";
import {
  answered,
  asking,
  NO_TOKENS,
  type Stampable,
  type TokenAnswer,
  wantedToken,
} from "./token-rules.ts";

const { tokenEveryMs, tokenKeptMs, tokenSoonestMs, tokenLatestMs } = receiptLimits;
const BEGUN = 1_795_000_000;
const MINUTE = 60;

/** A recording that was confirmed once a minute, from zero to the given minute. */
const recorded = (minutes: number, more: Partial<Stampable> = {}): Stampable => ({
  emergencyEventId: "e",
  confirmed: Array.from({ length: minutes + 1 }, (_, minute) => ({
    head: `${minute}`,
    time: BEGUN + minute * MINUTE,
  })),
  stamped: [],
  isSettled: true,
  ...more,
});

/** Every head for which a token is asked when each answer is that it is not there yet. */
function wantedOf(recording: Stampable, now = BEGUN * 1_000): readonly string[] {
  const heads: string[] = [];
  for (let state = NO_TOKENS; ; ) {
    const wanted = wantedToken(state, [recording], 0, now);
    if (wanted === null) return heads;
    heads.push(wanted.head);
    state = answered(asking(state, wanted, 0), "later", 0);
  }
}

describe("the heads that get a token", () => {
  const half = tokenEveryMs / 60_000;

  test.each([
    ["the last one of a recording that is over", recorded(3), ["3"]],
    ["none of a short recording that grows", recorded(half - 1, { isSettled: false }), []],
    ["one in half an hour of one that grows", recorded(95, { isSettled: false }), [30, 60, 90]],
    ["the last one too", recorded(95), [30, 60, 90, 95]],
    ["the only one", recorded(0), ["0"]],
    ["none where nothing is confirmed", { ...recorded(0), confirmed: [] }, []],
    ["none of those that have one", recorded(95, { stamped: ["30", "90"] }), [60, 95]],
  ])("%s", (_, recording, heads) => {
    expect(wantedOf(recording).toSorted()).toEqual(heads.map(String).toSorted());
  });

  test("a week after it was confirmed a head is given up, wherever the clock stands", () => {
    const at = (ms: number) => wantedOf(recorded(0), BEGUN * 1_000 + ms);
    expect(at(tokenKeptMs - 1)).toEqual(["0"]);
    expect(at(tokenKeptMs)).toEqual([]);
    expect(at(-10 * tokenKeptMs)).toEqual(["0"]);
  });
});

/** When one head is asked for within a time, from so many milliseconds after it was confirmed; each answer is the same. */
function askedWithin(ms: number, age: number, answer: TokenAnswer): readonly number[] {
  const times: number[] = [];
  let state = NO_TOKENS;
  for (let at = 0; at < ms; at += 10_000) {
    const wanted = wantedToken(state, [recorded(0)], at, BEGUN * 1_000 + age + at);
    if (wanted === null) continue;
    times.push(at);
    state = answered(asking(state, wanted, at), answer, at);
  }
  return times;
}
const pauses = (times: readonly number[]) =>
  times.slice(1).map((at, index) => at - (times[index] ?? 0));

test("it is asked for again after pauses that grow, up to an hour", () => {
  const found = pauses(askedWithin(tokenKeptMs, 0, "later"));
  expect(found).toEqual(found.toSorted((a, b) => a - b));
  expect(found[0]).toBeGreaterThanOrEqual(tokenSoonestMs);
  expect(found.at(-1)).toBe(tokenLatestMs);
});

test("after a restart it is asked for at once, and the pauses are as long as before", () => {
  const times = askedWithin(tokenLatestMs * 4, tokenLatestMs * 3, "later");
  expect([times[0], pauses(times)]).toEqual([0, [tokenLatestMs, tokenLatestMs, tokenLatestMs]]);
});

test("failures are tried again as those of receipts are", () => {
  const { pausesMs } = receiptLimits;
  const longest = pausesMs.at(-1) ?? 0;
  const found = pauses(askedWithin(tokenLatestMs, 0, "failed"));
  expect(found.slice(0, 3)).toEqual([10_000, 20_000, 60_000]);
  expect(new Set(found.slice(3))).toEqual(new Set([longest]));
});

test("a server that asks no authority is asked once", () => {
  expect(askedWithin(tokenKeptMs, 0, "not-offered")).toEqual([0]);
});

test("while an answer is awaited nothing else is asked", () => {
  const state = asking(NO_TOKENS, { emergencyEventId: "e", head: "0" }, 0);
  expect(wantedToken(state, [recorded(95)], tokenKeptMs / 2, BEGUN * 1_000)).toBeNull();
});

test("a head that fails again and again does not keep others waiting", () => {
  const recordings = [recorded(0), { ...recorded(1), emergencyEventId: "f" }];
  let state = NO_TOKENS;
  const asked: (string | undefined)[] = [];
  for (const answer of ["failed", "failed", "failed"] as const) {
    const wanted = wantedToken(state, recordings, state.pausedUntil, BEGUN * 1_000);
    asked.push(wanted?.emergencyEventId);
    if (wanted !== null) {
      state = answered(asking(state, wanted, state.pausedUntil), answer, state.pausedUntil);
    }
  }
  expect(asked).toEqual(["e", "f", "e"]);
});
