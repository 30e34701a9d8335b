/** Claims about what screens say of listening before anything listens. */

import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { settingsRecord } from "#store/settings/settings.ts";
import { patienceMs } from "#test/patience.ts";
import { ListeningLine, ListeningNote, VoiceStatusLine } from "./listening-note.tsx";
import { VoiceGate } from "./voice-gate.tsx";

const comeBack = () => document.dispatchEvent(new Event("visibilitychange"));

test("where the code that listens cannot be loaded, the row says so, until it is there", async () => {
  settingsRecord.write({ ...settingsRecord.read(), isListeningEnabled: true });
  let isThere = false;
  const start = vi.fn(() => () => undefined);
  const load = async () => {
    if (!isThere) throw new TypeError("Failed to fetch dynamically imported module");
    return start;
  };
  render(
    <>
      <ListeningLine />
      <VoiceGate load={load} />
    </>,
  );
  await screen.findByText(/^Not listening: A part of the app is missing\./);
  isThere = true;
  comeBack();
  await screen.findByText("Starting to listen");
  expect(start).toHaveBeenCalledOnce();
});

const missing = async (): Promise<never> => {
  throw new TypeError("Failed to fetch dynamically imported module");
};

test("where listening is switched on and its code cannot be loaded, the heart monitor and the set-up do not call it off", async () => {
  settingsRecord.write({ ...settingsRecord.read(), isListeningEnabled: true });
  render(
    <>
      <VoiceStatusLine />
      <ListeningNote />
      <VoiceGate load={missing} />
    </>,
  );
  await screen.findByText(/^Voice control unavailable - A part of the app is missing\./);
  await screen.findByText(/^Not listening: A part of the app is missing\./);
});

test("where listening is switched off, nothing is said of its code", async () => {
  const failed = vi.fn(missing);
  render(
    <>
      <VoiceStatusLine />
      <VoiceGate load={failed} />
    </>,
  );
  await vi.waitFor(() => expect(failed).toHaveBeenCalled(), patienceMs);
  await screen.findByText("Voice control off");
});
