/** Claims about the focus where the control that had it goes. */
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useEffect, useState } from "react";
import { expect, test } from "vitest";
import { keepFocus } from "./kept-focus.ts";

/** Two sections; the first has a button that does something to itself. */
function Page({ what }: { readonly what: "disabled" | "removed" | "kept" }) {
  const [isPressed, setPressed] = useState(false);
  useEffect(keepFocus, []);
  return (
    <main>
      <h1>Page</h1>
      <section>
        <h2>Card</h2>
        {!(isPressed && what === "removed") && (
          <button
            type="button"
            disabled={isPressed && what === "disabled"}
            onClick={() => setPressed(true)}
          >
            Press
          </button>
        )}
        <button type="button" onClick={() => setPressed(false)}>
          Back
        </button>
      </section>
    </main>
  );
}

const focused = () => document.activeElement?.textContent;
const press = () => userEvent.click(screen.getByRole("button", { name: "Press" }));

test("a control that is removed leaves it to the heading of what it stood in", async () => {
  render(<Page what="removed" />);
  await press();
  await waitFor(() => expect(focused()).toBe("Card"));
});

test("a control that is disabled for a while has it again afterwards", async () => {
  render(<Page what="disabled" />);
  await press();
  // Browsers take it from a disabled control; this document leaves it there.
  (document.activeElement as HTMLElement).blur();
  screen.getByRole("button", { name: "Back" }).click();
  await waitFor(() => expect(focused()).toBe("Press"));
});

test("who leaves a control is left alone, whatever becomes of it", async () => {
  const { rerender } = render(<Page what="kept" />);
  await press();
  await userEvent.click(document.body);
  expect(document.activeElement).toBe(document.body);
  rerender(<Page what="removed" />);
  await waitFor(() => expect(screen.queryByRole("button", { name: "Press" })).toBeNull());
  await Promise.resolve();
  expect(document.activeElement).toBe(document.body);
});
