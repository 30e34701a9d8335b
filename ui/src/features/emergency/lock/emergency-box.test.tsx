/** Claims about the voice screen's emergency box: when it is shown, and that it stops nothing without a code. */

import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { currentToasts } from "#components/toast/toast-store.ts";
import { emergencyMessages, recordingErrors } from "#content/messages.ts";
import * as paths from "#content/paths.ts";
import { DEFAULT_SETTINGS, settingsRecord } from "#store/settings/settings.ts";
import { endEmergency } from "#test/end-emergency.ts";
import { refuseMicrophone } from "#test/fake-microphone.ts";
import { callForHelp, showLockable } from "#test/locked-page.tsx";
import { quicklySealed } from "#test/sealed-pin.ts";
import { pageEmergency } from "../controller/controller.ts";
import { own, typed } from "../machine/stories.ts";
import { EmergencyBox } from "./emergency-box.tsx";

const open = (path: string) =>
  showLockable(
    <>
      <p>the voice screen</p>
      <EmergencyBox />
    </>,
    { path, name: "voice" },
  );
/** Reports an event of the emergency that is on, or that ended last. */
const tell = (event: Parameters<typeof own>[0]) => {
  const { emergency, endedId } = pageEmergency().getState();
  pageEmergency().report(own(event, emergency?.id ?? endedId ?? ""));
};
const report = (event: Parameters<typeof own>[0]) => act(async () => tell(event));
const stopButton = () => screen.queryByRole("button", { name: "Stop Recording" });

beforeEach(async () => {
  refuseMicrophone();
  settingsRecord.write({ ...DEFAULT_SETTINGS, pinCode: await quicklySealed("482915") });
});
afterEach(endEmergency);

describe("the emergency box", () => {
  test("is not shown without an emergency", () => {
    open(paths.voice);
    expect(screen.getByText("the voice screen")).toBeTruthy();
    expect(screen.queryByText(/Emergency Active|Recording audio/)).toBeNull();
  });

  test("claims a recording, and offers to stop it, only while there is one", async () => {
    open(paths.voice);
    await callForHelp();
    expect(screen.getByRole("heading", { name: "Emergency Active" })).toBeTruthy();
    await waitFor(() => expect(screen.getAllByText("Not recording").length).toBeGreaterThan(0));
    expect(stopButton()).toBeNull();
    await report({ type: "recording-started", id: "r" });
    expect(screen.queryByText("Recording audio")).toBeNull();
    await report({ type: "sound-written", isKept: true, level: 0.5 });
    expect(screen.getByText("Recording audio")).toBeTruthy();
    expect(stopButton()).not.toBeNull();
  });

  test("asks for the code before it stops anything, and focuses the field", async () => {
    open(paths.voice);
    await callForHelp();
    await report({ type: "recording-started", id: "r" });
    await userEvent.click(stopButton() as HTMLElement);
    expect(document.activeElement).toBe(screen.getByLabelText("Enter PIN to Unlock"));
    expect(pageEmergency().getState().recording.phase).toBe("on");
    await userEvent.keyboard("999999{Enter}");
    await waitFor(() => expect(pageEmergency().getState().emergency).not.toBeNull());
    expect(pageEmergency().getState().recording.phase).toBe("on");
  });

  test("leads to the field also where that is open already", async () => {
    open(paths.voice);
    await callForHelp();
    await report({ type: "recording-started", id: "r" });
    await userEvent.click(screen.getByRole("button", { name: "Enter PIN to Unlock" }));
    await userEvent.click(stopButton() as HTMLElement);
    expect(document.activeElement).toBe(screen.getByLabelText("Enter PIN to Unlock"));
  });

  test("says that a recording is being saved until it is", async () => {
    open(paths.voice);
    await callForHelp();
    await report({ type: "recording-started", id: "r" });
    act(() => {
      const { emergency, call } = pageEmergency().getState();
      pageEmergency().report(typed("own", { typedIn: emergency?.id ?? null, lastCall: call }));
      tell({ type: "end-seen" });
    });
    expect(screen.getByText("the voice screen")).toBeTruthy();
    expect(screen.getByText("The recording is being saved.")).toBeTruthy();
    expect(screen.queryByText("Emergency Active")).toBeNull();
    await waitFor(() => expect(screen.queryByText("The recording is being saved.")).toBeNull());
  });

  test("is there although something fails on this device, which is said", async () => {
    vi.spyOn(history, "pushState").mockImplementation(() => {
      throw new Error("not here");
    });
    open(paths.voice);
    await callForHelp();
    expect(screen.getByRole("heading", { name: "Emergency Active" })).toBeTruthy();
    expect(currentToasts()).toContainEqual(
      expect.objectContaining(emergencyMessages.activationFailed),
    );
  });

  test("says why there is no recording", async () => {
    open(paths.voice);
    await callForHelp();
    await report({ type: "recording-failed", reason: recordingErrors.notStarted });
    expect(screen.getByText("Could not start audio recording")).toBeTruthy();
  });

  test("is not part of the lock on any other page", async () => {
    open(paths.settings);
    await callForHelp();
    await report({ type: "recording-started", id: "r" });
    expect(screen.getByRole("heading", { name: "EMERGENCY MODE ACTIVE" })).toBeTruthy();
    expect(stopButton()).toBeNull();
  });
});
