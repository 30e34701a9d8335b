/** Claims about the way back after a save. */
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useSaving } from "./use-saving.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const here = { entry: {}, isUnsaved: false };
const pass = () => act(() => vi.advanceTimersByTimeAsync(1_500));

/** A form on the screen; `save` begins a save that this device stores at once. */
function shown() {
  const goBack = vi.fn();
  const { result, rerender, unmount } = renderHook((now) => useSaving(now, goBack), {
    initialProps: here,
  });
  const save = () =>
    act(() => {
      const run = result.current.begin();
      result.current.noteStored(run);
      void result.current.leave(run);
    });
  return { goBack, save, rerender, unmount, isSaving: () => result.current.isSaving };
}

test("leads back once after 1.5 seconds, and the button waits until then", async () => {
  const { goBack, save, isSaving } = shown();
  save();
  expect(isSaving()).toBe(true);
  await act(() => vi.advanceTimersByTimeAsync(1_499));
  expect(goBack).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(goBack).toHaveBeenCalledOnce();
});

test("leads nowhere after a lock or another page took the form's place", async () => {
  const { goBack, save, unmount } = shown();
  save();
  unmount();
  await pass();
  expect(goBack).not.toHaveBeenCalled();
});

test.each([
  ["somewhere else", { ...here, entry: {} }],
  ["with something that is not saved", { ...here, isUnsaved: true }],
])("leads nowhere %s, and the button does not wait there", async (_where, now) => {
  const { goBack, save, rerender, isSaving } = shown();
  save();
  rerender(now);
  expect(isSaving()).toBe(false);
  await pass();
  expect(goBack).not.toHaveBeenCalled();
});

test("leads back after the last of two saves only", async () => {
  const { goBack, save } = shown();
  save();
  await act(() => vi.advanceTimersByTimeAsync(1_499));
  save();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(goBack).not.toHaveBeenCalled();
  await pass();
  expect(goBack).toHaveBeenCalledOnce();
});
