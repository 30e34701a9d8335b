/** Claims about waiting for the microphone. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { retryWait } from "./retry-wait.ts";

let comeBack: (isVisible: boolean) => void = () => undefined;
let watchers = 0;
let stop: () => void = () => undefined;
let wait: ReturnType<typeof retryWait>;
const onVisibility = (listener: (isVisible: boolean) => void) => {
  watchers += 1;
  comeBack = listener;
  return () => {
    watchers -= 1;
  };
};

beforeEach(() => {
  vi.useFakeTimers();
  watchers = 0;
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  wait = retryWait({ onVisibility }, stopped);
});
afterEach(() => vi.useRealTimers());

/** Whether the wait is over after `ms` more milliseconds. */
async function isOverAfter(waiting: Promise<void>, ms: number): Promise<boolean> {
  let isOver = false;
  void waiting.then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(ms);
  return isOver;
}

test("grows from half a second to half a minute, and no further", async () => {
  for (const [failures, ms] of [
    [0, 500],
    [1, 2_000],
    [4, 30_000],
    [99, 30_000],
  ] as const) {
    const waiting = wait.until(failures, false);
    expect(await isOverAfter(waiting, ms - 1)).toBe(false);
    expect(await isOverAfter(waiting, 1)).toBe(true);
  }
});

test("time alone brings no microphone that was refused: only the person's return, or their tap, does", async () => {
  const refused = wait.until(0, true);
  expect(await isOverAfter(refused, 600_000)).toBe(false);
  comeBack(false);
  expect(await isOverAfter(refused, 0)).toBe(false);
  comeBack(true);
  expect(await isOverAfter(refused, 0)).toBe(true);
  const again = wait.until(1, true);
  wait.wake();
  expect(await isOverAfter(again, 0)).toBe(true);
});

test("ends with the recording, and leaves nothing behind", async () => {
  const waiting = wait.until(4, false);
  stop();
  expect(await isOverAfter(waiting, 0)).toBe(true);
  expect([watchers, vi.getTimerCount()]).toEqual([0, 0]);
});
