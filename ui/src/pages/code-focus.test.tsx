/** Claims about the focus, when a screen for a code takes a page's place and when it goes. */
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeGate } from "#features/emergency/gate/gate.ts";
import { sessionRecord } from "#store/emergency/session.ts";
import { DEFAULT_SETTINGS, settingsRecord } from "#store/settings/settings.ts";
import { introRecord } from "#store/settings/setup.ts";
import { endEmergency } from "#test/end-emergency.ts";
import { showPage, stubServer } from "#test/page.tsx";
import { quicklySealed } from "#test/sealed-pin.ts";

// Whole pages, and hashes of PINs, take long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

beforeEach(async () => {
  stubServer({});
  const pinCode = await quicklySealed("482915");
  settingsRecord.write({ ...DEFAULT_SETTINGS, pinCode, staysDisguised: true });
  introRecord.write(true);
});
afterEach(endEmergency);

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole("button", { name }));

/** Waits until the focus is on the page's heading, with these words. */
const atHeading = (words: string) =>
  waitFor(() => {
    const heading = screen.getByRole("heading", { level: 1 });
    expect(heading.textContent).toBe(words);
    expect(document.activeElement).toBe(heading);
  });

async function verify(code: string): Promise<void> {
  await userEvent.type(screen.getByLabelText("Security code"), code);
  await press("Verify Code");
}

test("it is on the heading of each screen behind the heart", async () => {
  showPage("heart-monitor");
  const title = screen.getByRole("heading", { level: 1 }).textContent ?? "";
  await press(/BPM/);
  await atHeading("Security Verification");
  await press("Back");
  await atHeading(title);
  await press(/BPM/);
  await verify("4321");
  await atHeading("Options");
  await press("Back");
  await atHeading(title);
});

test("it is on the heading of the screen that ends a session, and of what follows", async () => {
  const running = { dueAt: null, changes: [], clock: null, timers: [] };
  const keep = { id: "a", phase: "running" as const, ...running };
  await sessionRecord.change(() => ({ keep, answer: undefined }));
  showPage("heart-monitor");
  const title = screen.getByRole("heading", { level: 1 }).textContent ?? "";
  await press("End session");
  await atHeading("Security Verification");
  await press("Back");
  await atHeading(title);
  // A session outlives its page: every later page would go on with it.
  await sessionRecord.change(() => ({ keep: null, answer: undefined }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "End session" })).toBeNull());
});

test("it is on the heading of a page that the code opened, and of the question when that closes again", async () => {
  showPage("settings");
  await verify("482915");
  await atHeading("Settings");
  act(closeGate);
  await atHeading("Security Verification");
});

test("it stays where it is on a page that asks for no code", async () => {
  settingsRecord.write({ ...settingsRecord.read(), asksForCode: false });
  showPage("settings");
  const row = screen.getByRole("button", { name: /^Guardians / });
  row.focus();
  act(closeGate);
  expect(document.activeElement).toBe(row);
});
