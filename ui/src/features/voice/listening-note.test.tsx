/** Claims about what the settings' row says of listening before anything listens. */
import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ListeningLine } from "./listening-note.tsx";
import { VoiceGate } from "./voice-gate.tsx";

const comeBack = () => document.dispatchEvent(new Event("visibilitychange"));

test("where the code that listens cannot be loaded, the row says so, until it is there", async () => {
  let isThere = false;
  const start = vi.fn(() => () => undefined);
  const load = async () => {
    if (!isThere) throw new TypeError("Failed to fetch dynamically imported module");
    return start;
  };
  render(
    <>
      <ListeningLine isWanted />
      <VoiceGate load={load} />
    </>,
  );
  await screen.findByText(/^Not listening: A part of the app is missing\./);
  isThere = true;
  comeBack();
  await screen.findByText("Starting to listen");
  expect(start).toHaveBeenCalledOnce();
});
