/** Claims about asking for receipts beside a page. */

import { expect, test, vi } from "vitest";
import { receiptLimits } from "#content/receipt-limits.ts";
import { fakeClock } from "#test/fake-clock.ts";
import { patienceMs } from "#test/patience.ts";
import { type pageReceipts, startReceipts } from "./keeper.ts";

/** A page with one recording that is over. */
function page() {
  const clock = fakeClock();
  const state = { head: "a", confirmed: "", isHeld: false, fails: 0, stamped: [] as string[] };
  const asked: string[] = [];
  const stamps: string[] = [];
  const listeners = new Set<() => void>();
  const on = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const devices: typeof pageReceipts = {
    every: clock.every,
    runningTime: clock.runningTime,
    wallTime: clock.runningTime,
    onConnection: on,
    onShown: on,
    whileHolding: async (_name, work, signal) => {
      if (!state.isHeld && !signal?.aborted) await work();
    },
    headsOnDevice: async () => {
      const confirmed = state.confirmed === "" ? [] : [{ head: state.confirmed, time: 0 }];
      return [{ emergencyEventId: "e", head: state.head, confirmed, stamped: state.stamped }];
    },
    confirmHead: async ({ head }) => {
      asked.push(head);
      if (state.fails > 0) {
        state.fails -= 1;
        throw new TypeError("offline");
      }
      state.confirmed = head;
    },
    stampHead: async ({ head }) => {
      stamps.push(head);
      if (stamps.length === 1) throw new TypeError("offline");
      if (stamps.length === 2) return "later";
      state.stamped = [head];
      return "kept";
    },
  };
  const pass = (ms: number) => clock.advance(ms);
  const wake = () => {
    for (const listener of listeners) listener();
  };
  return { devices, state, asked, stamps, pass, wake, listeners };
}

const two = 2 * receiptLimits.lookEveryMs;

test("a recording is confirmed, and nothing runs any more after the end", async () => {
  const { devices, asked, pass, state, listeners } = page();
  const stop = startReceipts(devices);
  await pass(two);
  await vi.waitFor(() => expect(asked).toEqual(["a"]), patienceMs);
  state.head = "b";
  stop();
  expect(listeners.size).toBe(0);
  await pass(10 * two);
  expect(asked).toEqual(["a"]);
});

test("a failure is tried again when the connection is back", async () => {
  const { devices, asked, pass, state, wake } = page();
  state.fails = 1;
  const stop = startReceipts(devices);
  await pass(receiptLimits.lookEveryMs);
  await vi.waitFor(() => expect(asked).toEqual(["a"]), patienceMs);
  wake();
  await vi.waitFor(() => expect(state.confirmed).toBe("a"), patienceMs);
  stop();
});

test("a tab whose turn it is not asks nothing", async () => {
  const { devices, asked, pass, state } = page();
  state.isHeld = true;
  const stop = startReceipts(devices);
  await pass(10 * two);
  expect(asked).toEqual([]);
  stop();
});

test("a token is asked for again until it is there, and then no more", async () => {
  const { devices, stamps, pass, state } = page();
  const stop = startReceipts(devices);
  await vi.waitFor(async () => {
    await pass(two);
    expect(state.stamped).toEqual(["a"]);
  }, patienceMs);
  await pass(100 * two);
  expect(stamps).toEqual(["a", "a", "a"]);
  stop();
});
