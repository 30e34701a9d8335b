/** Claims about the advanced settings dialog. */
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { currentToasts } from "#components/toast-store.ts";
import { saveMessages } from "#content/messages.ts";
import { contactCopiesRecord, VOID_COPY } from "#store/contact-copies.ts";
import { DEFAULT_SETTINGS, settingsRecord } from "#store/settings.ts";
import { AdvancedSettingsDialog } from "./advanced-settings-dialog.tsx";

beforeEach(() => {
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("Failed to fetch");
  });
});
afterEach(() => vi.unstubAllGlobals());

let isClosed = false;
const open = () => {
  isClosed = false;
  render(
    <AdvancedSettingsDialog
      isOpen
      demoPin="1234"
      onClose={() => {
        isClosed = true;
      }}
    />,
  );
};
const fill = async (label: string, text: string) => {
  await userEvent.clear(screen.getByLabelText(label));
  if (text !== "") {
    await userEvent.type(screen.getByLabelText(label), text);
  }
};
const save = () => userEvent.click(screen.getByRole("button", { name: "Save Settings" }));
const lastToast = () => currentToasts()[0];

test("starts with the default settings", () => {
  open();
  expect((screen.getByLabelText("Safe Word") as HTMLInputElement).value).toBe("Help");
  expect((screen.getByLabelText("Emergency Message") as HTMLTextAreaElement).value).toBe(
    "Send help, I am in danger.",
  );
});

test("background listening cannot be switched on without a safe word", async () => {
  open();
  const listening = screen.getByRole("switch", { name: "Background Listening" });
  expect(listening.hasAttribute("disabled")).toBe(false);
  await fill("Safe Word", "");
  expect(listening.hasAttribute("disabled")).toBe(true);
});

test("shows the first problem and stays open, then saves on this device", async () => {
  open();
  await fill("Safe Word", "");
  await save();
  expect(lastToast()).toMatchObject(saveMessages.safeWordRequired);
  await fill("Safe Word", " purple umbrella ");
  await fill("Unlock PIN", "12x3");
  await save();
  expect(lastToast()).toMatchObject(saveMessages.invalidPin);
  await fill("Unlock PIN", "1234");
  await save();
  expect(lastToast()).toMatchObject(saveMessages.demoPin);
  await fill("Unlock PIN", "48291567");
  await save();
  expect(lastToast()).toMatchObject(saveMessages.contactRequired);
  expect(isClosed).toBe(false);
  await fill("Contact 2 Name", " Ana ");
  await fill("Contact 2 Phone Number", "+61 400 000 001");
  await save();
  expect(lastToast()).toMatchObject(saveMessages.settingsSaved);
  expect(isClosed).toBe(true);
  expect(settingsRecord.read()).toMatchObject({
    safeWord: "purple umbrella",
    pinCode: "482915",
    contacts: [{ name: "Ana", phoneNumber: "+61 400 000 001" }],
  });
});

test("with a full storage the save fails with a toast and the dialog stays open", async () => {
  open();
  await fill("Unlock PIN", "4829");
  await fill("Contact 1 Name", "Ana");
  await fill("Contact 1 Phone Number", "1");
  const setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  vi.stubGlobal("localStorage", { getItem: () => null, setItem });
  await save();
  vi.unstubAllGlobals();
  expect(lastToast()).toMatchObject(saveMessages.settingsFailed);
  expect(isClosed).toBe(false);
});

test("a changed first contact voids the server's copy, an unchanged one does not", async () => {
  settingsRecord.write({
    ...DEFAULT_SETTINGS,
    pinCode: "4829",
    contacts: [{ id: "a", name: "Mallory", phoneNumber: "+61400000009" }],
  });
  open();
  await save();
  expect(isClosed).toBe(true);
  expect(contactCopiesRecord.read()).toEqual([]);
  cleanup();
  open();
  await fill("Contact 1 Name", "Ana");
  await fill("Contact 1 Phone Number", "+61400000001");
  await save();
  expect(contactCopiesRecord.read()).toEqual([VOID_COPY]);
});
