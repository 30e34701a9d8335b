/** Claims about the screen of the heart monitor: whether it stays on says nothing of an emergency. */

import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { pageEmergency } from "#features/emergency/controller/controller.ts";
import { announceEmergency } from "#platform/events.ts";
import { DEFAULT_SETTINGS, type Settings, settingsRecord } from "#store/settings/settings.ts";
import { introRecord } from "#store/settings/setup.ts";
import { endEmergency } from "#test/end-emergency.ts";
import { refuseMicrophone } from "#test/fake-microphone.ts";
import { showPage, stubServer } from "#test/page.tsx";
import { payloadOf } from "#test/payload.ts";
import { quicklySealed } from "#test/sealed-pin.ts";

const { demoPin } = payloadOf("heart-monitor").site;
/** The wake locks that the page holds. */
const held = new Set<EventTarget>();

// A whole page takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

beforeEach(() => {
  stubServer({});
  refuseMicrophone();
  const request = async () => {
    const sentinel = Object.assign(new EventTarget(), {
      release: async () => void held.delete(sentinel),
    });
    held.add(sentinel);
    return sentinel;
  };
  Object.defineProperty(navigator, "wakeLock", { configurable: true, value: { request } });
  introRecord.write(true);
  onTestFinished(() => {
    held.clear();
    Reflect.deleteProperty(navigator, "wakeLock");
  });
});
afterEach(endEmergency);

/** The heart monitor of a person with these settings, once it has asked for what it wants. */
async function showMonitor(settings: Partial<Settings>): Promise<void> {
  settingsRecord.write({ ...DEFAULT_SETTINGS, ...settings });
  showPage("heart-monitor");
  await act(async () => undefined);
}

const isLit = () => held.size > 0;
const withPin = async () => ({ pinCode: await quicklySealed("482915") });

test("it stays on before a decoy unlock as after it", async () => {
  await showMonitor(await withPin());
  await waitFor(() => expect(isLit()).toBe(true));
  act(() => pageEmergency().trigger({ kind: "real", triggeredBy: "button", safeWord: null }));
  await screen.findByRole("heading", { name: "EMERGENCY MODE ACTIVE" });
  await act(async () => void (await pageEmergency().submitPin("overlay", demoPin, false)));
  await screen.findByRole("button", { name: /BPM/ });
  expect(isLit()).toBe(true);
});

test("it stays on before a word that leaves the disguise as after it", async () => {
  await showMonitor({ staysDisguised: true });
  await waitFor(() => expect(isLit()).toBe(true));
  await act(async () => announceEmergency({ triggeredBy: "voice", safeWordUsed: "umbrella" }));
  await waitFor(() => expect(pageEmergency().getState().emergency).not.toBeNull());
  expect(isLit()).toBe(true);
});

test("it may go dark where no emergency can be hidden", async () => {
  await showMonitor({});
  expect(isLit()).toBe(false);
});

test("it may go dark again once the person leaves the heart monitor", async () => {
  await showMonitor({ ...(await withPin()), asksForCode: false });
  await waitFor(() => expect(isLit()).toBe(true));
  await userEvent.click(screen.getByRole("button", { name: /BPM/ }));
  await screen.findByRole("heading", { level: 1, name: "Settings" });
  await waitFor(() => expect(isLit()).toBe(false));
});
