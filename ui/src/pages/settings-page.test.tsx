/** Claims about the settings page: what it says when it cannot save, and about a purchase. */
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { disguiseChoice } from "#content/disguise-choice.ts";
import { redirectTimes } from "#content/limits.ts";
import { saveMessages } from "#content/messages.ts";
import * as paths from "#content/paths.ts";
import { fullAppName } from "#content/product.ts";
import { changedElsewhere } from "#content/saved-words.ts";
import { TAKE_ALONG } from "#content/settings-words.ts";
import { purchaseMessages } from "#content/shop-messages.ts";
import { render } from "#entry-server.tsx";
import { transferableOf, transferJson } from "#features/settings/transfer/transfer-rules.ts";
import { pageVoiceState } from "#features/voice/listening/state.ts";
import { sealText } from "#seal/transfer-text.ts";
import { purchaseRecord } from "#store/access/access.ts";
import { DEFAULT_SETTINGS, settingsRecord } from "#store/settings/settings.ts";
import { introRecord, noteSetup, setupRecord } from "#store/settings/setup.ts";
import { fakeClipboard } from "#test/fake-clipboard.ts";
import { openRow, showPage, stubServer, toast, watchNavigation } from "#test/page.tsx";
import { payloadOf } from "#test/payload.ts";
import { quicklySealed } from "#test/sealed-pin.ts";

// A whole page takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

beforeEach(() => {
  stubServer({});
});

/** From a screen back to the list. */
async function goBack(): Promise<void> {
  await userEvent.click(screen.getByRole("link", { name: "Settings" }));
  await screen.findByRole("heading", { level: 1, name: "Settings" });
}

test("says so when the device does not store the settings, and stays", async () => {
  showPage("settings");
  await openRow("Emergency Contacts");
  vi.spyOn(settingsRecord, "write").mockReturnValue(false);
  await userEvent.click(screen.getByRole("button", { name: "Save Settings" }));
  await waitFor(() => expect(toast()).toMatchObject(saveMessages.settingsError));
  expect(screen.getByRole("button", { name: "Save Settings" })).toHaveProperty("disabled", false);
});

test("saves without a contact", async () => {
  showPage("settings");
  await openRow("Emergency Contacts");
  await userEvent.click(screen.getByRole("button", { name: "Save Settings" }));
  await waitFor(() => expect(toast()).toMatchObject(saveMessages.settingsSaved));
});

test("saves the choice to stay disguised, which is off until then", async () => {
  const pinCode = await quicklySealed("482915");
  settingsRecord.write({ ...settingsRecord.read(), pinCode, asksForCode: false });
  showPage("settings");
  await openRow("Stay disguised");
  const choice = screen.getByRole<HTMLInputElement>("switch", { name: disguiseChoice.label });
  expect(choice.checked).toBe(false);
  await userEvent.click(choice);
  await userEvent.click(screen.getByRole("button", { name: "Save Settings" }));
  await waitFor(() => expect(settingsRecord.read().staysDisguised).toBe(true));
});

test("the choice to stay disguised needs an own PIN, says why, and can be taken back without one", async () => {
  const { demoPin } = payloadOf("settings").site;
  const chosen = () => screen.getByRole<HTMLInputElement>("switch", { name: disguiseChoice.label });
  showPage("settings");
  await openRow("Stay disguised");
  expect([chosen().checked, chosen().disabled]).toEqual([false, true]);
  screen.getByText(disguiseChoice.needsPin(demoPin));
  cleanup();
  settingsRecord.write({ ...settingsRecord.read(), staysDisguised: true });
  showPage("settings");
  await screen.findByText("On, but it needs your own PIN");
  await openRow("Stay disguised");
  screen.getByText(disguiseChoice.needsPin(demoPin));
  await userEvent.click(chosen());
  await userEvent.click(screen.getByRole("button", { name: "Save Settings" }));
  await waitFor(() => expect(settingsRecord.read().staysDisguised).toBe(false));
});

test("the choice to stay disguised is not saved where the PIN that came with it was taken back", async () => {
  showPage("settings");
  await openRow("Security PIN");
  const [pin] = screen.getAllByLabelText(/PIN/);
  await userEvent.type(pin as HTMLElement, "482915");
  await goBack();
  await openRow("Stay disguised");
  await userEvent.click(screen.getByRole("switch", { name: disguiseChoice.label }));
  await goBack();
  await openRow("Security PIN");
  await userEvent.clear(screen.getAllByLabelText(/PIN/)[0] as HTMLElement);
  await userEvent.click(screen.getByRole("button", { name: "Save Settings" }));
  await waitFor(() => expect(toast()).toMatchObject(saveMessages.settingsSaved));
  expect(settingsRecord.read().staysDisguised).toBe(false);
});

test("recommends no phrases that this browser does not recognise", async () => {
  showPage("settings");
  await openRow("Wake Word Detection");
  await waitFor(() => expect(pageVoiceState.get().target.missing).toBe("recognition"));
  await screen.findByText(/^Built-in phrases, such as/);
  expect(screen.queryByText(/Recommended/)).toBeNull();
});

test("says that a purchase is required before it leads to the purchase page", async () => {
  const went = watchNavigation();
  showPage("settings");
  await openRow("Install App");
  const link = await screen.findByRole("link", { name: /Purchase to Download/ });
  vi.useFakeTimers();
  fireEvent.click(link);
  expect(toast()).toMatchObject(purchaseMessages.required);
  await act(() => vi.advanceTimersByTimeAsync(redirectTimes.purchaseRequiredMs - 1));
  expect(went).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(went).toEqual([paths.subscribe]);
});

test("the main screen's document says that the location is being found", () => {
  expect(render(JSON.stringify(payloadOf("home")))).toContain("Getting location...");
});

test("a number that cannot be dialled is marked at its field, which gets the focus", async () => {
  showPage("settings");
  await openRow("Emergency Contacts");
  const field = screen.getByLabelText("Phone number");
  await userEvent.type(field, "abc");
  await userEvent.click(screen.getByRole("button", { name: "Save Settings" }));
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(toast()).toMatchObject(saveMessages.invalidPhone);
  await userEvent.type(field, "{Backspace}{Backspace}{Backspace}112");
  expect(field.getAttribute("aria-invalid")).toBeNull();
});

test("a form that is open has what was pasted, keeps what was typed, and saves both", async () => {
  const clipboard = fakeClipboard();
  const contacts = [{ id: "a", name: "Ana", phoneNumber: "+61 400 000 001" }];
  const goes = transferableOf({ ...DEFAULT_SETTINGS, contacts });
  clipboard.text = await sealText(new TextEncoder().encode(transferJson(goes, Date.now())));
  showPage("settings");
  await openRow("Emergency Message");
  await userEvent.type(screen.getByLabelText("Emergency Message"), " Now.");
  await goBack();
  await openRow(TAKE_ALONG);
  await userEvent.click(await screen.findByRole("button", { name: "Paste what you copied" }));
  await userEvent.click(await screen.findByRole("button", { name: "Take this over" }));
  await screen.findByRole("heading", { name: "Saved in this app" });
  await goBack();
  await openRow("Emergency Contacts");
  expect(screen.getByLabelText<HTMLInputElement>("Phone number").value).toBe("+61 400 000 001");
  await userEvent.click(screen.getByRole("button", { name: "Save Settings" }));
  await waitFor(() => expect(toast()).toMatchObject(saveMessages.settingsSaved));
  expect(settingsRecord.read()).toMatchObject({
    contacts: [{ name: "Ana" }],
    emergencyMessage: `${DEFAULT_SETTINGS.emergencyMessage} Now.`,
  });
});

test("on an iPhone the settings can be copied beside the instructions for installing", async () => {
  const agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1";
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue(agent);
  purchaseRecord.write({ status: "purchased" });
  const contacts = [{ id: "a", name: "Ana", phoneNumber: "+61 400 000 001" }];
  settingsRecord.write({ ...DEFAULT_SETTINGS, contacts });
  showPage("settings");
  await openRow("Install App");
  await userEvent.click(await screen.findByRole("button", { name: /^Install SP Heart/ }));
  const steps = await screen.findByRole("heading", { name: "Install by hand" });
  const card = within(steps.parentElement as HTMLElement);
  await card.findByRole("button", { name: "Copy my settings" });
  expect(card.getByText(/the installed app starts empty/)).not.toBeNull();
});

test("the notice with the demo PIN is there until the person has a PIN", async () => {
  showPage("settings");
  await screen.findByText("Preview mode");
  const pinCode = await quicklySealed("482915");
  act(() => void settingsRecord.write({ ...settingsRecord.read(), pinCode, asksForCode: false }));
  expect(screen.queryByText("Preview mode")).toBeNull();
});

test("the public code and what it does are named without a PIN of one's own, and beside it", async () => {
  settingsRecord.write(DEFAULT_SETTINGS);
  showPage("settings");
  await openRow("Security PIN");
  await screen.findByText("Without a PIN, 4321 ends an emergency.");
  await screen.findByText(/^Once you have a PIN, type 4321\. .*heart monitor/);
  const pinCode = await quicklySealed("482915");
  cleanup();
  settingsRecord.write({ ...settingsRecord.read(), pinCode, asksForCode: false });
  showPage("settings");
  await openRow("Security PIN");
  await screen.findByText(/If someone forces you to unlock, type 4321\. .*heart monitor/);
});

test("what was typed and not saved is called so, and is there again after leaving the page", async () => {
  settingsRecord.write(DEFAULT_SETTINGS);
  showPage("settings");
  await openRow("Emergency Contacts");
  const name = () => screen.getAllByLabelText<HTMLInputElement>("Name")[0];
  await userEvent.type(name() as HTMLInputElement, "Ana");
  await screen.findByText("Not saved yet");
  cleanup();
  showPage("settings");
  await screen.findByText("Not saved yet");
  await openRow("Emergency Contacts");
  expect(name()?.value).toBe("Ana");
  await screen.findByText("Not saved yet");
  expect(settingsRecord.read().contacts).toEqual([]);
});

test("what was not saved gives way to settings that were changed elsewhere meanwhile", async () => {
  settingsRecord.write(DEFAULT_SETTINGS);
  showPage("settings");
  await openRow("Emergency Contacts");
  const name = () => screen.getAllByLabelText<HTMLInputElement>("Name")[0];
  await userEvent.type(name() as HTMLInputElement, "Ana");
  cleanup();
  const contacts = [{ id: "b", name: "Ben", phoneNumber: "+61400000002" }];
  settingsRecord.write({ ...DEFAULT_SETTINGS, contacts });
  showPage("settings");
  await openRow("Emergency Contacts");
  expect(name()?.value).toBe("Ben");
  expect(toast()).toMatchObject(changedElsewhere);
  expect(screen.queryByText("Not saved yet")).toBeNull();
});

test("names the full app once the set-up was finished, which the heart monitor no longer does", async () => {
  purchaseRecord.write({ status: "purchased" });
  noteSetup({ wasFinished: true });
  showPage("settings");
  await screen.findByText(new RegExp(fullAppName));
  cleanup();
  introRecord.write(true);
  showPage("heart-monitor");
  await screen.findByRole("button", { name: /BPM/ });
  expect(screen.queryByText(fullAppName)).toBeNull();
  for (const record of [purchaseRecord, setupRecord, introRecord]) record.clear();
});

test("the heart monitor's banner of the full app leaves when it is closed, for the settings", async () => {
  purchaseRecord.write({ status: "purchased" });
  introRecord.write(true);
  showPage("heart-monitor");
  await screen.findByText(fullAppName);
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByText(fullAppName)).toBeNull();
  cleanup();
  showPage("settings");
  await screen.findByText(new RegExp(fullAppName));
  for (const record of [purchaseRecord, setupRecord, introRecord]) record.clear();
});
