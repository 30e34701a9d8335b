/** Claims about asking for receipts beside a page. */
import { expect, test, vi } from "vitest";
import { receiptLimits } from "#content/receipt-limits.ts";
import type { HeadNow } from "#sync/receipts.ts";
import { fakeClock } from "#test/fake-clock.ts";
import { type pageReceipts, startReceipts } from "./keeper.ts";

/** A page with one recording that is over. */
function page() {
  const clock = fakeClock();
  const state = { head: "a", confirmed: null as string | null, isHeld: false, fails: 0 };
  const asked: string[] = [];
  const listeners = new Set<() => void>();
  const on = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const devices: typeof pageReceipts = {
    every: clock.every,
    runningTime: clock.runningTime,
    onConnection: on,
    onShown: on,
    whileHolding: async (_name, work, signal) => {
      if (!state.isHeld && !signal?.aborted) await work();
    },
    headsOnDevice: async () => [
      { emergencyEventId: "e", head: state.head, confirmedHead: state.confirmed },
    ],
    confirmHead: async ({ head }: HeadNow) => {
      asked.push(head);
      if (state.fails > 0) {
        state.fails -= 1;
        throw new TypeError("offline");
      }
      state.confirmed = head;
    },
  };
  const pass = (ms: number) => clock.advance(ms);
  const wake = () => {
    for (const listener of listeners) listener();
  };
  return { devices, state, asked, pass, wake, listeners };
}

const two = 2 * receiptLimits.lookEveryMs;

test("a recording is confirmed, and nothing runs any more after the end", async () => {
  const { devices, asked, pass, state, listeners } = page();
  const stop = startReceipts(devices);
  await pass(two);
  await vi.waitFor(() => expect(asked).toEqual(["a"]));
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
  await vi.waitFor(() => expect(asked).toEqual(["a"]));
  wake();
  await vi.waitFor(() => expect(state.confirmed).toBe("a"));
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
