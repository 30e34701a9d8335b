/** Claims about the dialog that offers to install, beside an emergency. */
import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { installTimes } from "#content/limits.ts";
import { NO_EMERGENCY, writeEmergencyState } from "#store/emergency/emergency-state.ts";
import { reportInstall } from "./controller.ts";
import { OfferDialog } from "./offer-dialog.tsx";

const dialog = () => screen.queryByRole("dialog", { name: /^Install / });
/** The browser offers to install, and the person has been free for long enough. */
async function offer(): Promise<void> {
  act(() => reportInstall({ type: "offered" }));
  act(() => reportInstall({ type: "delay-passed", now: Date.now() }));
  await act(() => vi.advanceTimersByTimeAsync(installTimes.dialogDelayMs));
  // The dialog is loaded when it is needed.
  await act(() => vi.dynamicImportSettled());
}

beforeEach(() => {
  vi.useFakeTimers();
  act(() => reportInstall({ type: "opened", isStandalone: false, dismissedAt: 0 }));
});
afterEach(() => {
  act(() => void writeEmergencyState(NO_EMERGENCY));
  reportInstall({ type: "prompt-answered" });
  reportInstall({ type: "opened", isStandalone: false, dismissedAt: 0 });
});

test.each([
  ["the disguise", { isDisguised: true }],
  ["a decoy", { isDecoy: true }],
])("it stays, and opens, behind %s as it does without an emergency", async (_, hidden) => {
  render(<OfferDialog displayName="Heart" />);
  await offer();
  expect(dialog()).not.toBeNull();
  act(() => void writeEmergencyState({ ...NO_EMERGENCY, isLocked: true, ...hidden }));
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(dialog()).not.toBeNull();
});

test("the lock closes it", async () => {
  render(<OfferDialog displayName="Heart" />);
  await offer();
  expect(dialog()).not.toBeNull();
  act(() => void writeEmergencyState({ ...NO_EMERGENCY, isLocked: true }));
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(dialog()).toBeNull();
});
