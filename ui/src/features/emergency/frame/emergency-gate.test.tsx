/** Claims about the gate: what takes the page's place, and what a failing page leaves. */

import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { currentToasts, showToast, showUrgentToast } from "#components/toast/toast-store.ts";
import * as paths from "#content/paths.ts";
import { changeDurable } from "#store/durable.ts";
import { NO_EMERGENCY, writeEmergencyState } from "#store/emergency/emergency-state.ts";
import { DEFAULT_SETTINGS, settingsRecord } from "#store/settings/settings.ts";
import { endEmergency } from "#test/end-emergency.ts";
import { refuseMicrophone } from "#test/fake-microphone.ts";
import { callForHelp, showLockable } from "#test/locked-page.tsx";
import { quicklySealed } from "#test/sealed-pin.ts";
import type { PageName } from "#wire/pages.ts";
import { SecurityCodeScreen } from "../code/security-code-screen.tsx";
import { pageEmergency } from "../controller/controller.ts";
import * as endedRules from "../ended/ended-rules.ts";
import { begun, own, play, trigger, typed } from "../machine/stories.ts";
import { EmergencyGate, shownAt } from "./emergency-gate.tsx";

const contacts = [{ id: "a", name: "Ana", phoneNumber: "+61400000001" }];

function Place() {
  return <p>page at {useLocation().pathname}</p>;
}
function Failing(): never {
  throw new Error("The page failed");
}
const open = (path: string, page = <Place />) =>
  showLockable(page, { path, name: "heart-monitor" });
const enter = async (label: string, pin: string, button: string) => {
  await userEvent.type(screen.getByLabelText(label), pin);
  await userEvent.click(screen.getByRole("button", { name: button }));
};

const isAskedBeforeLeaving = () => !dispatchEvent(new Event("beforeunload", { cancelable: true }));

/** Leaves the screen that says that it is over. */
const leaveEnd = async () => userEvent.click(await screen.findByRole("button", { name: "Done" }));

beforeEach(async () => {
  refuseMicrophone();
  settingsRecord.write({ ...DEFAULT_SETTINGS, pinCode: await quicklySealed("482915"), contacts });
});
afterEach(async () => {
  await endEmergency();
});

describe("the lock", () => {
  test("takes the main screen's place, names method and word, and claims nothing that is not so", async () => {
    open(paths.home);
    await callForHelp();
    expect(screen.getByRole("heading", { name: "EMERGENCY ACTIVE" })).toBeTruthy();
    expect(screen.getByText("Device is locked for security")).toBeTruthy();
    expect(screen.getByText('Voice Command "help me"')).toBeTruthy();
    expect(screen.getByText("Location not recorded")).toBeTruthy();
    expect(screen.getByText("0 contacts notified")).toBeTruthy();
    expect(screen.getByText("Message ready - tap to send")).toBeTruthy();
    await waitFor(() => expect(screen.getByText("Not recording")).toBeTruthy());
    expect(screen.queryByText(`page at ${paths.home}`)).toBeNull();
  });

  test("is the overlay on any other page, with the PIN field behind a button", async () => {
    open(paths.settings);
    await callForHelp();
    expect(screen.getByRole("heading", { name: "EMERGENCY MODE ACTIVE" })).toBeTruthy();
    expect(screen.getByText("Triggered by: Voice Command")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Enter PIN to Unlock" }));
    await enter("Enter PIN to Unlock", "482915", "Unlock");
    await leaveEnd();
    await waitFor(() => expect(screen.getByText(`page at ${paths.settings}`)).toBeTruthy());
  });

  test("on a main screen opens with the own PIN and leads to the main screen", async () => {
    open(paths.lockdown);
    await callForHelp();
    await enter("PIN", "482915", "Unlock Device");
    await leaveEnd();
    await waitFor(() => expect(screen.getByText("page at /")).toBeTruthy());
  });

  test("gives the browser's reason when a microphone that is allowed does not open", async () => {
    const getUserMedia = () =>
      Promise.reject(new DOMException("Could not start audio source", "NotReadableError"));
    Object.defineProperty(navigator, "mediaDevices", {
      configurable: true,
      value: { getUserMedia },
    });
    open(paths.home);
    await callForHelp();
    await waitFor(() => expect(screen.getByText("Could not start audio source")).toBeTruthy());
    expect(screen.getByText("Not recording")).toBeTruthy();
  });

  test("begins at its top with the focus on its heading, and gives the page's heading the focus after it", async () => {
    const scroll = vi.fn();
    vi.stubGlobal("scrollTo", scroll);
    open(
      paths.settings,
      <main>
        <h1>Settings</h1>
        <button type="button">Press</button>
      </main>,
    );
    screen.getByRole("button", { name: "Press" }).focus();
    await callForHelp();
    expect(document.activeElement).toBe(
      screen.getByRole("heading", { name: "EMERGENCY MODE ACTIVE" }),
    );
    expect(scroll).toHaveBeenCalledTimes(1);
    await userEvent.click(screen.getByRole("button", { name: "Enter PIN to Unlock" }));
    await enter("Enter PIN to Unlock", "999999", "Unlock");
    await waitFor(() =>
      expect(screen.getByText(/^That is not the right code\. Attempts left: \d\.$/)).toBeTruthy(),
    );
    expect(document.activeElement).toBe(screen.getByLabelText("Enter PIN to Unlock"));
    await enter("Enter PIN to Unlock", "482915", "Unlock");
    await leaveEnd();
    await waitFor(() => expect(screen.getByRole("heading", { name: "Settings" })).toBeTruthy());
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Settings" }));
    vi.unstubAllGlobals();
  });

  test("keeps the toasts of the rest of the app back, and shows its own", async () => {
    open(paths.home);
    await callForHelp();
    // It comes some time after the emergency: it goes with this clock and is not the next test's.
    vi.useFakeTimers({ shouldAdvanceTime: true });
    showToast({ title: "Contact saved" });
    await enter("PIN", "999999", "Unlock Device");
    await waitFor(() => expect(currentToasts()[0]?.title).toBe("Incorrect PIN"));
    expect(currentToasts().map(({ title }) => title)).not.toContain("Contact saved");
  });

  test("offers calls without a PIN", async () => {
    open(paths.landing);
    await callForHelp();
    const calls = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(calls).toEqual(["tel:000", "tel:112", "tel:911"]);
  });
});

describe("a decoy unlock", () => {
  test("is what the demo PIN does, even before the disk has said that there is an own PIN", async () => {
    const id = crypto.randomUUID();
    const going = { ...NO_EMERGENCY, isLocked: true, emergencyId: id, ownPin: "482915" };
    await changeDurable("emergency", () => ({ keep: going, answer: undefined }));
    writeEmergencyState({ ...going, ownPin: "" });
    settingsRecord.write({ ...DEFAULT_SETTINGS, contacts });
    open(paths.lockdown);
    const outcome = await act(() => pageEmergency().submitPin("lockScreen", "1234", true));
    expect(outcome).toBe("decoy");
    expect(pageEmergency().getState().emergency).toMatchObject({ isDecoy: true });
  });

  test("shows the heart monitor, wherever the lock was, while the emergency goes on", async () => {
    open(paths.home);
    await callForHelp();
    showUrgentToast({ title: "Recording Started" });
    await enter("PIN", "1234", "Unlock Device");
    await waitFor(() => expect(screen.getByText(`page at ${paths.heartMonitor}`)).toBeTruthy());
    // A toast of the lock would tell, and so would one that names the code.
    expect(currentToasts()).toEqual([]);
    expect(pageEmergency().getState().emergency).toMatchObject({ isDecoy: true });
  });

  test("is followed by a real one with the own PIN on the security screen, and with no other code", async () => {
    const verified = vi.fn();
    const back = vi.fn();
    open(paths.heartMonitor, <SecurityCodeScreen onVerified={verified} onBack={back} />);
    await callForHelp();
    await userEvent.click(screen.getByRole("button", { name: "Enter PIN to Unlock" }));
    await enter("Enter PIN to Unlock", "1234", "Unlock");
    await waitFor(() => expect(screen.getByLabelText("Security code")).toBeTruthy());
    await enter("Security code", "1234", "Verify Code");
    await waitFor(() => expect(back).toHaveBeenCalledOnce());
    expect(pageEmergency().getState().emergency).not.toBeNull();
    await enter("Security code", "482915", "Verify Code");
    await waitFor(() => expect(verified).toHaveBeenCalledOnce());
    expect(pageEmergency().getState().emergency).toBeNull();
  });
});

describe("a page that fails", () => {
  test("leaves calls and the emergency buttons, and the lock still comes", async () => {
    const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { unmount } = open(paths.home, <Failing />);
    expect(screen.getByRole("link", { name: "Call 000" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "REAL EMERGENCY" })).toBeTruthy();
    await callForHelp();
    expect(screen.getByRole("heading", { name: "EMERGENCY ACTIVE" })).toBeTruthy();
    unmount();
    errors.mockClear();
  });
});

describe("a page that failed", () => {
  const at = (page: PageName, children = <Place />) => (
    <MemoryRouter>
      <EmergencyGate demoPin="1234" page={page}>
        {children}
      </EmergencyGate>
    </MemoryRouter>
  );

  test("is reloaded by its button, and the next page is shown", async () => {
    const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
    const { rerender } = render(at("voice", <Failing />));
    await userEvent.click(screen.getByRole("button", { name: "Reload" }));
    expect(reload).toHaveBeenCalledOnce();
    rerender(at("voice"));
    expect(screen.queryByText(/^page at/)).toBeNull();
    rerender(at("home"));
    expect(screen.getByText(/^page at/)).toBeTruthy();
    errors.mockClear();
  });

  test("leaves the way to save sound that is only in memory where it is the screen after an emergency", async () => {
    const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.spyOn(endedRules, "endedTexts").mockImplementation(() => {
      throw new Error("The screen failed");
    });
    open(paths.home);
    await callForHelp();
    const { emergency: on, call: lastCall } = pageEmergency().getState();
    const typedIn = on?.id ?? "";
    const closed = { stored: 0, unsaved: 4, isOffered: false };
    await act(async () => pageEmergency().report(typed("own", { typedIn, lastCall })));
    expect(await screen.findByRole("button", { name: "Reload" })).toBeTruthy();
    await waitFor(() => expect(pageEmergency().getState().ended?.closed).not.toBeNull());
    await act(async () =>
      pageEmergency().report(own({ type: "recording-stopped", closed }, typedIn)),
    );
    expect(screen.getByRole("button", { name: "Save the recording now" })).toBeTruthy();
    expect(isAskedBeforeLeaving(), "a reload would lose the sound").toBe(true);
    await act(async () => pageEmergency().report(own({ type: "end-seen" }, typedIn)));
    expect(isAskedBeforeLeaving()).toBe(false);
    errors.mockClear();
  });

  test("has its button while it hides an emergency, and names none", async () => {
    const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
    settingsRecord.write({ ...settingsRecord.read(), staysDisguised: true });
    open(paths.heartMonitor, <Failing />);
    await callForHelp();
    expect(screen.getByRole("button", { name: "Reload" })).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/emergency|call/i);
    errors.mockClear();
  });
});

const { emergency } = play([begun]).state;
const decoy = play([begun, typed("decoy")]).state;
const disguised = play([{ type: "triggered", trigger: { ...trigger, isDisguised: true } }]).state;

test("without an emergency every page is shown", () => {
  for (const path of [paths.home, paths.voice]) expect(shownAt(null, path)).toBe("page");
});

test("an emergency shows the lock screen on the main screens, and the overlay anywhere else", () => {
  for (const path of paths.mainScreens) expect(shownAt(emergency, path)).toBe("lock-screen");
  for (const path of [paths.heartMonitor, paths.settings, paths.voice]) {
    expect(shownAt(emergency, path)).toBe("overlay");
  }
});

test.each([
  ["after a decoy unlock", decoy],
  ["behind the disguise", disguised],
])("%s the heart monitor is shown, and no other page", (_, { emergency: hidden }) => {
  expect(shownAt(hidden, paths.heartMonitor)).toBe("page");
  for (const path of [...paths.mainScreens, paths.settings, paths.voice]) {
    expect(shownAt(hidden, path)).toBe("nothing");
  }
});
