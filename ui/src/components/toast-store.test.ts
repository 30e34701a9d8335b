/** Claims about the toast store. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  currentToasts,
  dismissToast,
  holdToasts,
  showToast,
  showUrgentToast,
} from "./toast-store.ts";

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
    const second = showUrgentToast({ title: "second" });
    expect(currentToasts()).toEqual([{ id: second, title: "second", isOpen: true }]);
    dismissToast(second);
  });

  it("closes a dismissed toast at once and removes it after 1,000,000 ms", () => {
    const id = showUrgentToast({ title: "saved" });
    dismissToast(id);
    expect(currentToasts()).toEqual([{ id, title: "saved", isOpen: false }]);
    vi.advanceTimersByTime(999_999);
    expect(currentToasts()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(currentToasts()).toEqual([]);
  });

  it("keeps all but urgent toasts back while they are held, and shows the newest of them later", () => {
    const titles = () => currentToasts().map(({ title }) => title);
    const first = holdToasts();
    const second = holdToasts();
    showToast({ title: "foreign" });
    showToast({ title: "foreign too" });
    showUrgentToast({ title: "urgent" });
    expect(titles()).toEqual(["urgent"]);
    first();
    first();
    vi.advanceTimersByTime(60_000);
    expect(titles()).toEqual(["urgent"]);
    second();
    expect(titles()).toEqual(["urgent"]);
    vi.advanceTimersByTime(5_000);
    expect(titles()).toEqual(["foreign too"]);
  });
});
