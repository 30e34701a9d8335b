/** Claims about the text that the person copies on the lock. */
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DEFAULT_SETTINGS, settingsRecord } from "#store/settings/settings.ts";
import { endEmergency } from "#test/end-emergency.ts";
import { fakeClipboard } from "#test/fake-clipboard.ts";
import { showPage, stubServer } from "#test/page.tsx";
import { quicklySealed } from "#test/sealed-pin.ts";
import { pageEmergency } from "../controller/controller.ts";

// Whole pages, and hashes of PINs, take long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

beforeEach(async () => {
  stubServer({});
  const contacts = [{ id: "a", name: "Ana", phoneNumber: "+61400000001" }];
  const pinCode = await quicklySealed("482915");
  settingsRecord.write({ ...DEFAULT_SETTINGS, contacts, pinCode });
});
afterEach(endEmergency);

test("is on the clipboard until the own PIN ends the emergency", async () => {
  showPage("home");
  await screen.findByRole("button", { name: "REAL EMERGENCY" });
  act(() =>
    pageEmergency().trigger({ kind: "real", triggeredBy: "button", safeWord: null, isLate: true }),
  );
  // The library for typing has a clipboard of its own.
  const user = userEvent.setup();
  const clipboard = fakeClipboard();
  await user.click(await screen.findByRole("button", { name: "Copy text" }));
  await screen.findByText("The text is on the clipboard.");
  expect(clipboard.text).toMatch(/^Send help/);
  await user.type(screen.getByLabelText("PIN"), "482915");
  await user.click(screen.getByRole("button", { name: "Unlock Device" }));
  await waitFor(() => expect(clipboard.text).toBe(" "));
});
