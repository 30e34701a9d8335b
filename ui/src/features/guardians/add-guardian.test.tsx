/** Claims about the form that makes a link where the server refuses. */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { AddGuardian } from "./add-guardian.tsx";

test("who may make no more links for a day is told by the server how long, and that another network will do", async () => {
  const words =
    "Too many attempts from your network. Try again in 24 hours, or over another network.";
  vi.stubGlobal("fetch", async () => new Response(words, { status: 429 }));
  render(<AddGuardian onDone={() => undefined} />);
  await userEvent.type(screen.getByLabelText("Guardian's name"), "Ben");
  await userEvent.click(screen.getByRole("button", { name: "Make a link" }));
  expect((await screen.findByRole("alert")).textContent).toBe(words);
  expect(screen.getByRole("button", { name: "Make a link" })).toHaveProperty("disabled", false);
});
