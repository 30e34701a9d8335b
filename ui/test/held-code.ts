/** A phone that takes long to compare a code, so that a person may go back meanwhile. */
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { vi } from "vitest";
import { emergencyTimes } from "#content/limits.ts";
import { pageEmergency } from "#features/emergency/controller/controller.ts";
import { DEFAULT_SETTINGS, settingsRecord } from "#store/settings/settings.ts";
import { endEmergency } from "./end-emergency.ts";
import { quicklySealed } from "./sealed-pin.ts";

/** Starts what emergencies need on a page, with this own PIN. The result stops it and ends what is on. */
export async function startWithPin(pin: string): Promise<() => Promise<void>> {
  settingsRecord.write({ ...DEFAULT_SETTINGS, pinCode: await quicklySealed(pin) });
  const stop = pageEmergency().start({ demoPin: "1234", goHome: () => undefined });
  return async () => {
    stop();
    await endEmergency();
  };
}

/** Types a code behind the heart monitor. The result tells the screen what it was, and resolves when what follows has happened. */
export async function typeHeldCode(code: string): Promise<() => Promise<void>> {
  const page = pageEmergency();
  const { submitPin } = page;
  const { promise: isHeld, resolve: letGo } = promised();
  let tried: Promise<unknown> = isHeld;
  vi.spyOn(page, "submitPin").mockImplementationOnce(async (...typed) => {
    const outcome = submitPin(...typed);
    tried = outcome;
    await isHeld;
    return outcome;
  });
  await userEvent.type(await screen.findByLabelText("Security code"), code);
  await userEvent.click(screen.getByRole("button", { name: "Verify Code" }));
  return async () => {
    // On the real clock, on which the disk answers.
    await act(() => tried);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await act(async () => {
      letGo();
      await vi.advanceTimersByTimeAsync(emergencyTimes.accessRedirectMs);
    });
    vi.useRealTimers();
  };
}

function promised() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
