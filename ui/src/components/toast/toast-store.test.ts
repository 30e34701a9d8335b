/** Claims about the toast store. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  currentToasts,
  dismissToast,
  dropToasts,
  holdToasts,
  markToastShown,
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

  it("replaces a toast that was shown by a new one", () => {
    markToastShown(showUrgentToast({ title: "first" }));
    const second = showUrgentToast({ title: "second" });
    expect(currentToasts()).toMatchObject([{ id: second, title: "second", isOpen: true }]);
    dismissToast(second);
  });

  it("keeps three toasts that were never shown beside the newest", () => {
    const titles = () => currentToasts().map(({ title }) => title);
    for (const title of ["a", "b", "c", "d", "e"]) showToast({ title });
    expect(titles()).toEqual(["e", "d", "c", "b"]);
    dropToasts();
    expect(titles()).toEqual([]);
  });

  it("closes a dismissed toast at once and removes it after 1,000,000 ms", () => {
    const id = showUrgentToast({ title: "saved" });
    dismissToast(id);
    expect(currentToasts()).toMatchObject([{ id, title: "saved", isOpen: false }]);
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
    markToastShown(showUrgentToast({ title: "urgent" }));
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
