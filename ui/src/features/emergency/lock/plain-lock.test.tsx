/** Claims about a lock that fails: PIN, messages and calls are there, and the next emergency has its own lock. */

import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from "vitest";
import * as paths from "#content/paths.ts";
import { DEFAULT_SETTINGS, settingsRecord } from "#store/settings/settings.ts";
import { endEmergency } from "#test/end-emergency.ts";
import { refuseMicrophone } from "#test/fake-microphone.ts";
import { callForHelp, showLockable } from "#test/locked-page.tsx";
import { quicklySealed } from "#test/sealed-pin.ts";
import { pageEmergency } from "../controller/controller.ts";
import { typed } from "../machine/stories.ts";
import * as facts from "./lock-facts.ts";

const contacts = [{ id: "a", name: "Ana", phoneNumber: "+61400000001" }];

/** Both locks fail from now on, until they are mended. */
function failBothLocks(): void {
  for (const name of ["lockFacts", "overlayFacts"] as const) {
    vi.spyOn(facts, name).mockImplementation(() => {
      throw new Error("The lock failed");
    });
  }
}

/** Both locks work again. */
function mendBothLocks(): void {
  vi.mocked(facts.lockFacts).mockRestore();
  vi.mocked(facts.overlayFacts).mockRestore();
}

let errors: MockInstance<typeof console.error>;

beforeEach(async () => {
  errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  refuseMicrophone();
  settingsRecord.write({ ...DEFAULT_SETTINGS, pinCode: await quicklySealed("482915"), contacts });
});

afterEach(async () => {
  // React reports what the boundary caught.
  errors.mockClear();
  await endEmergency();
});

test.each([paths.home, paths.settings])(
  "a lock at %s that fails keeps messages, calls and the PIN",
  async (path) => {
    failBothLocks();
    showLockable(<h1>the page</h1>, { path });
    await callForHelp();
    expect(screen.getByText(/Messages, calls and your PIN still work/)).toBeTruthy();
    const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(links[0]).toMatch(/^sms:\+61400000001\?body=Send%20help/);
    expect(links.slice(1)).toEqual(["tel:000", "tel:112", "tel:911"]);
    await userEvent.type(screen.getByLabelText("PIN"), "999999{Enter}");
    await waitFor(() =>
      expect(screen.getByText(/^That is not the right code\. Attempts left: \d\.$/)).toBeTruthy(),
    );
    expect(pageEmergency().getState().emergency).not.toBeNull();
    await userEvent.type(screen.getByLabelText("PIN"), "482915{Enter}");
    await userEvent.click(await screen.findByRole("button", { name: "Done" }));
    await waitFor(() => expect(screen.getByRole("heading", { name: "the page" })).toBeTruthy());
    mendBothLocks();
    await callForHelp();
    expect(screen.getByRole("heading", { name: /^EMERGENCY (MODE )?ACTIVE$/ })).toBeTruthy();
    expect(screen.queryByText(/your PIN still work/)).toBeNull();
    const { emergency } = pageEmergency().getState();
    const typedIn = emergency?.id ?? null;
    await act(async () => pageEmergency().report(typed("own", { typedIn })));
  },
);

test("the whole lock comes back when it works again", async () => {
  failBothLocks();
  showLockable();
  await callForHelp();
  mendBothLocks();
  await userEvent.click(screen.getByRole("button", { name: "Show the whole lock again" }));
  expect(screen.getByText("0 contacts notified")).toBeTruthy();
  await userEvent.type(screen.getByLabelText("PIN"), "482915{Enter}");
  await waitFor(() => expect(pageEmergency().getState().emergency).toBeNull());
});

test("an empty field, and a second tap while a PIN is tried, are no wrong PINs", async () => {
  failBothLocks();
  showLockable();
  await callForHelp();
  const button = screen.getByRole("button", { name: "Unlock Device" });
  const counted = () => pageEmergency().lockouts.get().emergency.failedAttempts;
  for (let tap = 0; tap < 5; tap += 1) await userEvent.click(button);
  await userEvent.type(screen.getByLabelText("PIN"), "999999");
  await userEvent.dblClick(button);
  await screen.findByText(/^That is not the right code/);
  expect(counted()).toBe(1);
  await userEvent.type(screen.getByLabelText("PIN"), "482915{Enter}");
  await waitFor(() => expect(pageEmergency().getState().emergency).toBeNull());
});
