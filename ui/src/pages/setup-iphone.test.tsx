/** Claims about the set-up on an iPhone, whose installed app has a storage of its own. */
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { transferableOf, transferJson } from "#features/settings/transfer/transfer-rules.ts";
import { sealText } from "#seal/transfer-text.ts";
import { DEFAULT_SETTINGS, settingsRecord } from "#store/settings/settings.ts";
import { setupRecord } from "#store/settings/setup.ts";
import { fakeClipboard } from "#test/fake-clipboard.ts";
import { showPage, stubServer } from "#test/page.tsx";

// Whole pages take long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const contacts = [{ id: "a", name: "Ana", phoneNumber: "+61400000001" }];
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const title = (name: string) => screen.findByRole("heading", { level: 2, name });
const agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1";
beforeEach(() => {
  stubServer({});
  setupRecord.clear();
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue(agent);
});
afterEach(() => {
  setupRecord.clear();
});

test("the browser says that the installed app starts empty, and copies what is set up", async () => {
  showPage("setup");
  await screen.findByText("Put the app on your home screen first.");
  expect(screen.queryByRole("button", { name: "Copy my settings" })).toBeNull();
  act(() => void settingsRecord.write({ ...DEFAULT_SETTINGS, contacts }));
  await screen.findByRole("button", { name: "Copy my settings" });
  expect(screen.queryByRole("button", { name: "Paste what you copied" })).toBeNull();
});

test("the browser says that it may delete what is set up there", async () => {
  showPage("setup");
  await screen.findByText(/Safari may delete what you set up after 7 days without use\./);
});

test("the installed app takes it over, shows it in the form, and goes on to the PIN", async () => {
  Object.assign(navigator, { standalone: true });
  const clipboard = fakeClipboard();
  const goes = transferableOf({ ...DEFAULT_SETTINGS, contacts });
  clipboard.text = await sealText(new TextEncoder().encode(transferJson(goes, Date.now())));
  showPage("setup");
  await title("A person to tell");
  expect(screen.queryByText("Put the app on your home screen first.")).toBeNull();
  expect(screen.queryByText(/Safari may delete/)).toBeNull();
  await press("Paste what you copied");
  await userEvent.click(await screen.findByRole("button", { name: "Take this over" }));
  await screen.findByRole("heading", { name: "Saved in this app" });
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("Ana");
  await press("Continue");
  await title("Your own PIN");
});
