/** Claims about what the lock shows of sound that leaves the phone. */
import { act, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import * as paths from "#content/paths.ts";
import { announceEmergency } from "#platform/events.ts";
import { endEmergency } from "#test/end-emergency.ts";
import { EmergencyGate } from "../frame/emergency-gate.tsx";
import { IDLE } from "../machine/state.ts";
import { LockStatus } from "./lock-status.tsx";
import { soundLine } from "./sound-line.ts";

const words = "On this phone until 21:04:10. Stored for Ana until 21:04:05.";

test("the sentence is there while there is one, and is not read out each second", () => {
  render(<LockStatus facts={[]} state={IDLE} />);
  expect(screen.queryByText(words)).toBeNull();
  act(() => soundLine.set(words));
  expect(screen.getByText(words).closest("[aria-live]")).toBeNull();
  act(() => soundLine.set(null));
  expect(screen.queryByText(words)).toBeNull();
});

test("nothing beside the sentence says that sound stays where it is", async () => {
  const getUserMedia = () => Promise.reject(new DOMException("denied", "NotAllowedError"));
  Object.defineProperty(navigator, "mediaDevices", { configurable: true, value: { getUserMedia } });
  render(
    <MemoryRouter initialEntries={[paths.home]}>
      <EmergencyGate demoPin="1234" page="home">
        <h1>the page</h1>
      </EmergencyGate>
    </MemoryRouter>,
  );
  await act(async () => announceEmergency({ triggeredBy: "voice", safeWordUsed: "help me" }));
  act(() => soundLine.set(words));
  screen.getByText(words);
  expect(document.body.textContent).not.toMatch(/recorded stays|stays on this/);
  screen.getByText("The lines above say what is recorded.");
  act(() => soundLine.set(null));
  await endEmergency();
});
