/** Claims about the code that ends a session. */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pageEmergency } from "#features/emergency/controller/controller.ts";
import type { SessionView } from "#features/pulse-check/session-card.tsx";
import { pageSessions } from "#features/pulse-check/sessions.ts";
import { DEFAULT_SETTINGS, settingsRecord } from "#store/settings/settings.ts";
import { endEmergency } from "#test/end-emergency.ts";
import { typeHeldCode } from "#test/held-code.ts";
import { quicklySealed } from "#test/sealed-pin.ts";
import { SessionPart } from "./session-part.tsx";

let stop: () => void = () => undefined;
beforeEach(async () => {
  settingsRecord.write({ ...DEFAULT_SETTINGS, pinCode: await quicklySealed("482915") });
  stop = pageEmergency().start({ demoPin: "1234", goHome: () => undefined });
});
afterEach(async () => {
  stop();
  await endEmergency();
});

function Page() {
  const [view, setView] = useState<SessionView>("code-to-end");
  return <SessionPart view={view} onChange={setView} onSettings={() => undefined} />;
}

/** The screen for the code of a session, and what ends it. */
function showEnding() {
  const end = vi.spyOn(pageSessions(), "end").mockResolvedValue();
  render(<Page />, { wrapper: MemoryRouter });
  return end;
}

test.each([
  ["482915", "own"],
  ["1234", "public"],
])("the code %s ends it as the %s one", async (code, as) => {
  const end = showEnding();
  const answer = await typeHeldCode(code);
  await answer();
  expect(end.mock.calls).toEqual([[as]]);
});

test("Back while the own PIN is compared leaves it going", async () => {
  const end = showEnding();
  const answer = await typeHeldCode("482915");
  await userEvent.click(screen.getByRole("button", { name: "Back" }));
  await answer();
  expect(end).not.toHaveBeenCalled();
});
