/** Claims about what the lock shows of sound that leaves the phone. */

import { act, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { endEmergency } from "#test/end-emergency.ts";
import { refuseMicrophone } from "#test/fake-microphone.ts";
import { callForHelp, showLockable } from "#test/locked-page.tsx";
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
  refuseMicrophone();
  showLockable();
  await callForHelp();
  act(() => soundLine.set(words));
  screen.getByText(words);
  expect(document.body.textContent).not.toMatch(/recorded stays|stays on this/);
  screen.getByText("The lines above say what is recorded.");
  act(() => soundLine.set(null));
  await endEmergency();
});
