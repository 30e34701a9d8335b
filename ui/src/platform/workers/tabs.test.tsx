/** Claims about locks of a page that is left. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { whileHolding } from "./tabs.ts";

const aborted = () => new DOMException("The request was aborted.", "AbortError");

/** One lock, as WebKit has it: a page that is frozen loses it, and is told so when it is shown again. */
function webKitLock() {
  let isHeld = false;
  const waiting = new Set<() => void>();
  const next = () => {
    for (const begin of waiting) if (!isHeld) begin();
  };
  const request = (_: string, { signal }: { signal?: AbortSignal }, work: () => Promise<void>) =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        waiting.delete(begin);
        isHeld = true;
        const end = () => {
          isHeld = false;
          next();
        };
        void work().then(resolve, reject).finally(end);
        window.addEventListener("pageshow", () => reject(aborted()), { once: true });
      };
      const refuse = () => {
        if (waiting.delete(begin)) reject(aborted());
      };
      waiting.add(begin);
      signal?.addEventListener("abort", refuse);
      window.addEventListener("pageshow", refuse, { once: true });
      next();
    });
  return {
    request,
    waiting: () => waiting.size,
    /** Another page has it; returns how that gives it back. */
    takeElsewhere: () => {
      isHeld = true;
      return () => {
        isHeld = false;
        next();
      };
    },
  };
}

let lock: ReturnType<typeof webKitLock>;

beforeEach(() => {
  lock = webKitLock();
  vi.stubGlobal("navigator", { locks: lock });
});

const comeBack = () => window.dispatchEvent(new Event("pageshow"));

afterEach(() => {
  comeBack();
});

function leave() {
  vi.useFakeTimers();
  window.dispatchEvent(new Event("pagehide"));
}

test("a page that is left waits for no lock, and asks again when it is back", async () => {
  const giveBack = lock.takeElsewhere();
  const work = vi.fn(async () => undefined);
  const held = whileHolding("x", work);
  await expect.poll(() => lock.waiting()).toBe(1);
  leave();
  expect(lock.waiting()).toBe(0);
  comeBack();
  vi.useRealTimers();
  await expect.poll(() => lock.waiting()).toBe(1);
  expect(work).not.toHaveBeenCalled();
  giveBack();
  await held;
  expect(work).toHaveBeenCalledTimes(1);
});

test("a page that is left asks for no lock before it is back", async () => {
  const request = vi.spyOn(lock, "request");
  leave();
  const held = whileHolding("x", async () => undefined);
  await Promise.resolve();
  expect(request).not.toHaveBeenCalled();
  comeBack();
  await held;
  expect(request).toHaveBeenCalledTimes(1);
});

test("work whose lock was taken from a frozen page ends when it is done, and with its own result", async () => {
  let finish: () => void = () => undefined;
  const work = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let isOver = false;
  const held = whileHolding("x", () => work).then(() => {
    isOver = true;
  });
  await expect.poll(() => lock.waiting()).toBe(0);
  leave();
  comeBack();
  vi.useRealTimers();
  await new Promise((resolve) => setTimeout(resolve));
  expect(isOver).toBe(false);
  finish();
  await held;
});

test("who gives up waiting is told so, and does not work", async () => {
  lock.takeElsewhere();
  const ending = new AbortController();
  const work = vi.fn(async () => undefined);
  const held = whileHolding("x", work, ending.signal).catch((error: Error) => error.name);
  await expect.poll(() => lock.waiting()).toBe(1);
  ending.abort();
  expect(await held).toBe("AbortError");
  expect(work).not.toHaveBeenCalled();
});
