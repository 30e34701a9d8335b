/** Claims about the code that ends a session, or opens what it does. */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pageEmergency } from "#features/emergency/controller/controller.ts";
import type { SessionView } from "#features/pulse-check/session-card.tsx";
import { pageSessions } from "#features/pulse-check/sessions.ts";
import { settingsRecord } from "#store/settings/settings.ts";
import { startWithPin, typeHeldCode } from "#test/held-code.ts";
import { callForHelp } from "#test/locked-page.tsx";
import { SessionPart } from "./session-part.tsx";

let stop: () => Promise<void>;
beforeEach(async () => {
  stop = await startWithPin("482915");
});
afterEach(() => stop());

let shown: SessionView;

function Page({ asked }: { readonly asked: SessionView }) {
  const [view, setView] = useState(asked);
  shown = view;
  return <SessionPart view={view} onChange={setView} onSettings={() => undefined} />;
}

/** The screen for the code of a session, and what ends it. */
function showEnding() {
  const end = vi.spyOn(pageSessions(), "end").mockResolvedValue();
  render(<Page asked="code-to-end" />, { wrapper: MemoryRouter });
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

test("the own PIN shows nothing of the session to who takes up the phone that was put away while it was compared", async () => {
  showEnding();
  const answer = await typeHeldCode("482915");
  const state = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  await answer();
  state.mockReturnValue("visible");
  expect(shown).toBe("card");
});

test.each([
  ["read what it does", "code-to-read", true],
  ["end it", "code-to-end", false],
] as const)(
  "that the own PIN, typed to %s on the screen %s, leaves a hidden emergency on is %s",
  async (_, asked, isOn) => {
    vi.spyOn(pageSessions(), "end").mockResolvedValue();
    settingsRecord.write({ ...settingsRecord.read(), staysDisguised: true });
    await callForHelp();
    render(<Page asked={asked} />, { wrapper: MemoryRouter });
    const answer = await typeHeldCode("482915");
    await answer();
    expect(shown).toBe("details");
    expect(pageEmergency().getState().emergency !== null).toBe(isOn);
  },
);

test("Back while the own PIN is compared leaves it going", async () => {
  const end = showEnding();
  const answer = await typeHeldCode("482915");
  await userEvent.click(screen.getByRole("button", { name: "Back" }));
  await answer();
  expect(end).not.toHaveBeenCalled();
});
