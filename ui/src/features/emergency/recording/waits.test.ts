/** Claims about the wait before the microphone is tried again. */
import { beforeEach, expect, test } from "vitest";
import { type FakePhone, type FakeTab, fakePhone } from "#test/fake-phone.ts";
import { type RetryWait, retryWait } from "./waits.ts";

let phone: FakePhone;
let tab: FakeTab;
let stop: () => void;
let wait: RetryWait;

beforeEach(() => {
  phone = fakePhone();
  tab = phone.openTab();
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  wait = retryWait(tab.devices, stopped);
});

/** Whether the wait is over after `ms` more milliseconds. */
async function isOverAfter(waiting: Promise<void>, ms: number): Promise<boolean> {
  let isOver = false;
  void waiting.then(() => {
    isOver = true;
  });
  await phone.clock.advance(ms);
  return isOver;
}

test("grows from half a second to half a minute, and no further", async () => {
  for (const [failures, ms] of [
    [0, 500],
    [1, 2_000],
    [4, 30_000],
    [99, 30_000],
  ] as const) {
    const waiting = wait.until(failures);
    expect(await isOverAfter(waiting, ms - 1)).toBe(false);
    expect(await isOverAfter(waiting, 1)).toBe(true);
  }
});

test("a refused microphone is tried again when the person comes back or asks for it, not with time", async () => {
  const refused = wait.until("for-person");
  expect(await isOverAfter(refused, 600_000)).toBe(false);
  await tab.setVisible(false);
  expect(await isOverAfter(refused, 0)).toBe(false);
  await tab.setVisible(true);
  expect(await isOverAfter(refused, 0)).toBe(true);
  const again = wait.until("for-person");
  wait.wake();
  expect(await isOverAfter(again, 0)).toBe(true);
});

test("ends with the recording, and leaves nothing behind", async () => {
  const waiting = wait.until(4);
  stop();
  expect(await isOverAfter(waiting, 0)).toBe(true);
  expect([tab.listening("visibility"), phone.clock.waiting()]).toEqual([0, 0]);
});
