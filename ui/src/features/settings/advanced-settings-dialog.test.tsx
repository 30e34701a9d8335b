/** Claims about the advanced settings dialog. */
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { currentToasts } from "#components/toast/toast-store.ts";
import { type Message, saveMessages } from "#content/messages.ts";
import { matchesPin } from "#platform/pin-hash.ts";
import { contactCopiesRecord, VOID_COPY } from "#store/settings/contact-copies.ts";
import { DEFAULT_SETTINGS, settingsRecord } from "#store/settings/settings.ts";
import { quicklySealed } from "#test/sealed-pin.ts";
import { AdvancedSettingsDialog } from "./advanced-settings-dialog.tsx";

beforeEach(() => {
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("Failed to fetch");
  });
});
// Typing and hashing take long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let isClosed = false;
let checked: string[] = [];
const open = () => {
  checked = [];
  isClosed = false;
  render(
    <AdvancedSettingsDialog
      isOpen
      demoPin="1234"
      checkPin={async (pin) => {
        checked.push(pin);
        return pin === "482915";
      }}
      onClose={() => {
        isClosed = true;
      }}
    />,
  );
};
const fill = async (label: string, text: string) => {
  await userEvent.clear(screen.getByLabelText(label));
  if (text !== "") await userEvent.paste(text);
};
const save = () => userEvent.click(screen.getByRole("button", { name: "Save Settings" }));
const lastToast = () => currentToasts()[0];

/** The field has the explanation, and the toast its title alone. */
function expectProblem({ title, description = "" }: Message) {
  expect(lastToast()).toMatchObject({ title, tone: "destructive" });
  expect(lastToast()?.description).toBeUndefined();
  expect(screen.getByText(description)).not.toBeNull();
}

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

test("keeps what another tab saved while it was open, but for what was changed in it", async () => {
  const pinCode = await quicklySealed("482915");
  const contacts = [{ id: "a", name: "Ana", phoneNumber: "+61 400 000 001" }];
  settingsRecord.write({ ...DEFAULT_SETTINGS, pinCode, contacts });
  open();
  await fill("Emergency Message", "Come to me now.");
  const renamed = [{ id: "a", name: "Anna", phoneNumber: "+61 400 000 002" }];
  settingsRecord.write({ ...settingsRecord.read(), contacts: renamed, safeWord: "Lighthouse" });
  await save();
  await waitFor(() => expect(isClosed).toBe(true));
  expect(settingsRecord.read()).toMatchObject({
    contacts: renamed,
    safeWord: "Lighthouse",
    wakeWordMode: "smart_assistant",
    emergencyMessage: "Come to me now.",
    pinCode,
  });
});

test("shows the first problem and stays open, then saves on this device", async () => {
  open();
  await fill("Safe Word", "");
  await save();
  expectProblem(saveMessages.safeWordRequired);
  await fill("Safe Word", " purple umbrella ");
  await fill("Unlock PIN", "12x3");
  await save();
  expectProblem(saveMessages.invalidPin);
  await fill("Unlock PIN", "1234");
  await save();
  expectProblem(saveMessages.demoPin);
  await fill("Unlock PIN", "48291567");
  await save();
  expectProblem(saveMessages.pinsDiffer);
  await fill("Unlock PIN again", "482915");
  await save();
  expectProblem(saveMessages.contactRequired);
  expect(isClosed).toBe(false);
  await fill("Contact 2 Name", " Ana ");
  await fill("Contact 2 Phone Number", "+61 400 000 001");
  await save();
  await waitFor(() => expect(isClosed).toBe(true));
  expect(lastToast()).toMatchObject(saveMessages.settingsSaved);
  const kept = settingsRecord.read();
  expect(kept).toMatchObject({
    safeWord: "purple umbrella",
    contacts: [{ name: "Ana", phoneNumber: "+61 400 000 001" }],
    asksForCode: true,
  });
  expect(await matchesPin("482915", kept.pinCode)).toBe(true);
  expect([localStorage.getItem("silentPartnerSettings"), checked]).toEqual([
    expect.not.stringContaining("482915"),
    [],
  ]);
});

test("with a full storage the save fails with a toast and the dialog stays open", async () => {
  open();
  await fill("Unlock PIN", "4829");
  await fill("Unlock PIN again", "4829");
  await fill("Contact 1 Name", "Ana");
  await fill("Contact 1 Phone Number", "112");
  const setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  vi.stubGlobal("localStorage", { getItem: () => null, setItem });
  await save();
  await waitFor(() => expect(lastToast()).toMatchObject(saveMessages.settingsFailed));
  vi.unstubAllGlobals();
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
  await waitFor(() => expect(isClosed).toBe(true));
  expect(contactCopiesRecord.read()).toEqual([]);
  cleanup();
  open();
  await fill("Contact 1 Name", "Ana");
  await fill("Contact 1 Phone Number", "+61400000001");
  await save();
  await waitFor(() => expect(contactCopiesRecord.read()).toEqual([VOID_COPY]));
  await waitFor(() => expect(isClosed).toBe(true));
});

describe("a PIN that is set", () => {
  const contacts = [{ id: "a", name: "Ana", phoneNumber: "+61400000001" }];
  beforeEach(async () => {
    const pinCode = await quicklySealed("482915");
    settingsRecord.write({ ...DEFAULT_SETTINGS, contacts, pinCode });
    open();
  });
  const field = (label: string) => screen.queryByLabelText<HTMLInputElement>(label);
  const storedPin = () => settingsRecord.read().pinCode;

  test("is not shown, and stays when no other is typed", async () => {
    expect([field("Unlock PIN")?.value, field("Current PIN")]).toEqual(["", null]);
    const before = storedPin();
    await save();
    await waitFor(() => expect(isClosed).toBe(true));
    expect([storedPin(), checked]).toEqual([before, []]);
  });

  test("is asked for before another takes its place", async () => {
    await fill("Unlock PIN", "1357");
    await fill("Unlock PIN again", "1357");
    await save();
    expectProblem(saveMessages.presentPin);
    await fill("Current PIN", "0000");
    await save();
    await waitFor(() => expect(checked).toEqual(["0000"]));
    expect(isClosed).toBe(false);
    expect(await matchesPin("482915", storedPin())).toBe(true);
    await fill("Current PIN", "482915");
    await save();
    await waitFor(() => expect(isClosed).toBe(true));
    expect(await matchesPin("1357", storedPin())).toBe(true);
  });
});

test("the code is asked for from the first PIN on, even where an earlier release stored that it is not", () => {
  settingsRecord.write({ ...DEFAULT_SETTINGS, asksForCode: false });
  open();
  const asks = screen.getByRole("switch", { name: "Ask for the code first" });
  expect([asks.hasAttribute("disabled"), asks.getAttribute("aria-checked")]).toEqual([
    true,
    "false",
  ]);
});
