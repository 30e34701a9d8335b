/** Claims about what follows a save of the settings: the way back, and what was typed meanwhile. */
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dropToasts } from "#components/toast/toast-store.ts";
import { saveMessages } from "#content/messages.ts";
import { DEFAULT_SETTINGS, settingsRecord } from "#store/settings/settings.ts";
import { heading, openRow, showPage, stubServer, toast } from "#test/page.tsx";

// A whole page takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

beforeEach(() => {
  // The copy of the contacts waits, which is said before the way back begins.
  stubServer({});
});
afterEach(() => void vi.useRealTimers());

/** Waits; a clock that stands still goes on for this alone. */
const until = (claim: () => void) =>
  vi.waitFor(
    async () => {
      await act(async () => undefined);
      claim();
    },
    { timeout: 30_000, interval: vi.isFakeTimers() ? 1 : 50 },
  );
/** Until the last words of a save are shown; on a busy machine they would come in the next test. */
const saidAll = () => until(() => expect(toast()).toMatchObject(saveMessages.copyWaits));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const save = () => fireEvent.click(screen.getByRole("button", { name: "Save Settings" }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const goTo = (role: "button" | "link", name: string | RegExp) =>
  fireEvent.click(screen.getByRole(role, { name }));

/** Saves on the screen of the PIN, as far as this device and the server are asked; the clock stands still from here on. */
async function savedAtPin(): Promise<void> {
  settingsRecord.write(DEFAULT_SETTINGS);
  showPage("settings");
  await openRow("Security PIN");
  vi.useFakeTimers();
  save();
  await saidAll();
}

test("a person who waits is led to the main screen", async () => {
  await savedAtPin();
  expect(heading()).toBe("Security PIN");
  await pass(1_500);
  await until(() => expect(heading()).toBe("Emergency Assistance"));
});

test.each<[string, () => unknown, string]>([
  ["went back to the list", () => goTo("link", "Settings"), "Settings"],
  [
    "opened another screen",
    async () => {
      goTo("link", "Settings");
      await until(() => goTo("button", /^Guardians /));
    },
    "Guardians",
  ],
  ["types a PIN", () => type("Security PIN", "60"), "Security PIN"],
])("a person who %s meanwhile stays there", async (_what, doIt, title) => {
  await savedAtPin();
  await doIt();
  await until(() => expect(heading()).toBe(title));
  await pass(3_000);
  expect(heading()).toBe(title);
});

test("what was typed while it was saved stays, is called so, and can be saved from there", async () => {
  settingsRecord.write(DEFAULT_SETTINGS);
  let goOn = () => undefined as unknown;
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const derive = crypto.subtle.deriveBits.bind(crypto.subtle);
  vi.spyOn(crypto.subtle, "deriveBits").mockImplementation(async (how, key) => {
    await held;
    return derive(how, key, 256);
  });
  showPage("settings");
  await openRow("Security PIN");
  type("Security PIN", "602214");
  type("Security PIN again", "602214");
  save();
  screen.getByRole("button", { name: "Saving..." });
  goTo("link", "Settings");
  await openRow("Emergency Message");
  type("Emergency Message", "Come to me now.");
  vi.useFakeTimers();
  goOn();
  await saidAll();
  await pass(3_000);
  expect(settingsRecord.read().pinCode).toMatch(/^pbkdf2/);
  expect(settingsRecord.read().emergencyMessage).toBe(DEFAULT_SETTINGS.emergencyMessage);
  screen.getByText("Not saved yet");
  const field = screen.getByLabelText<HTMLTextAreaElement>("Emergency Message");
  expect(field.value).toBe("Come to me now.");
  act(dropToasts);
  save();
  await until(() => expect(settingsRecord.read().emergencyMessage).toBe("Come to me now."));
  expect(settingsRecord.read().pinCode).toMatch(/^pbkdf2/);
  await until(() => expect(screen.queryByText("Not saved yet")).toBeNull());
  await saidAll();
});

test("what another tab saved meanwhile stays, but for what was changed here", async () => {
  settingsRecord.write(DEFAULT_SETTINGS);
  showPage("settings");
  await openRow("Emergency Message");
  type("Emergency Message", "Come to me now.");
  const contacts = [{ id: "a", name: "Ana", phoneNumber: "+61 400 000 001" }];
  const other = { contacts, country: "DE", safeWord: "Lighthouse", emergencyMessage: "Help." };
  act(() => void settingsRecord.write({ ...DEFAULT_SETTINGS, ...other }));
  save();
  const message = "Come to me now.";
  await until(() => expect(settingsRecord.read().emergencyMessage).toBe(message));
  expect(settingsRecord.read()).toMatchObject({ ...other, emergencyMessage: message });
  await saidAll();
});

test("the first own PIN switches on that the code is asked for, whatever another tab saved", async () => {
  settingsRecord.write(DEFAULT_SETTINGS);
  showPage("settings");
  await openRow("Security PIN");
  type("Security PIN", "602214");
  type("Security PIN again", "602214");
  act(() => void settingsRecord.write({ ...DEFAULT_SETTINGS, asksForCode: false, country: "DE" }));
  save();
  await until(() => expect(settingsRecord.read().pinCode).toMatch(/^pbkdf2/));
  expect(settingsRecord.read()).toMatchObject({ asksForCode: true, country: "DE" });
  await saidAll();
});

test("what was typed stays unsaved beside a setting that was stored elsewhere in this window", async () => {
  settingsRecord.write(DEFAULT_SETTINGS);
  showPage("settings");
  await openRow("Emergency Message");
  type("Emergency Message", "Come to me now.");
  cleanup();
  settingsRecord.write({ ...DEFAULT_SETTINGS, isListeningEnabled: true });
  showPage("settings");
  await screen.findByText("Not saved yet");
  expect(toast()).toBeUndefined();
  await openRow("Emergency Message");
  expect(screen.getByLabelText("Emergency Message")).toHaveProperty("value", "Come to me now.");
  save();
  const saved = { isListeningEnabled: true, emergencyMessage: "Come to me now." };
  await until(() => expect(settingsRecord.read()).toMatchObject(saved));
  await saidAll();
});
