/** Claims about the toast store. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { currentToasts, dismissToast, showToast } from "./toast-store.ts";

describe("the toast store", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  afterEach(() => {
    vi.runAllTimers();
    vi.useRealTimers();
  });

  it("holds one toast: a new one replaces the old one", () => {
    showToast({ title: "first" });
    const second = showToast({ title: "second" });
    expect(currentToasts()).toEqual([{ id: second, title: "second", isOpen: true }]);
    dismissToast(second);
  });

  it("closes a dismissed toast at once and removes it after 1,000,000 ms", () => {
    const id = showToast({ title: "saved" });
    dismissToast(id);
    expect(currentToasts()).toEqual([{ id, title: "saved", isOpen: false }]);
    vi.advanceTimersByTime(999_999);
    expect(currentToasts()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(currentToasts()).toEqual([]);
  });
});
