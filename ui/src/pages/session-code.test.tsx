/** Claims about the code that ends a session. */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SessionView } from "#features/pulse-check/session-card.tsx";
import { pageSessions } from "#features/pulse-check/sessions.ts";
import { startWithPin, typeHeldCode } from "#test/held-code.ts";
import { SessionPart } from "./session-part.tsx";

let stop: () => Promise<void>;
beforeEach(async () => {
  stop = await startWithPin("482915");
});
afterEach(() => stop());

let shown: SessionView;

function Page() {
  const [view, setView] = useState<SessionView>("code-to-end");
  shown = view;
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

test("the own PIN shows nothing of the session to who takes up the phone that was put away while it was compared", async () => {
  showEnding();
  const answer = await typeHeldCode("482915");
  const state = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  await answer();
  state.mockReturnValue("visible");
  expect(shown).toBe("card");
});

test("Back while the own PIN is compared leaves it going", async () => {
  const end = showEnding();
  const answer = await typeHeldCode("482915");
  await userEvent.click(screen.getByRole("button", { name: "Back" }));
  await answer();
  expect(end).not.toHaveBeenCalled();
});
