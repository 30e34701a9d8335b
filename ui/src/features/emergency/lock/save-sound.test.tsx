/** Claims about the button for sound that is only in memory. */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { pageEmergency } from "../controller/controller.ts";
import { IDLE } from "../machine/state.ts";
import { LockStatus } from "./lock-status.tsx";

test.each([{ isEvidenceKept: false }, { isSoundAtRisk: true }])(
  "a lock with %o offers the sound as a file, and says whether one was made",
  async (change) => {
    const save = vi.spyOn(pageEmergency(), "saveSoundAtRisk");
    render(<LockStatus facts={[]} state={{ ...IDLE, ...change }} />);
    const button = screen.getByRole("button", { name: "Save the recording now" });
    save.mockResolvedValueOnce(false);
    await userEvent.click(button);
    await screen.findByText("No file was made. Please try again.");
    save.mockResolvedValueOnce(true);
    await userEvent.click(button);
    await screen.findByText(/please check that the file is there/);
    expect(screen.queryByText(/^No file was made/)).toBeNull();
  },
);

test("a lock whose sound is all stored offers no file", () => {
  render(<LockStatus facts={[]} state={IDLE} />);
  expect(screen.queryByRole("button", { name: "Save the recording now" })).toBeNull();
});
