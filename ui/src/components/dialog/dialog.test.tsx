/** The dialogs of the design system. */

import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { patienceMs } from "#test/patience.ts";
import { AlertDialog, Dialog } from "./dialog.tsx";

/** A button that opens a dialog, and a dialog that says how it was answered. */
function Page({ isQuestion, onAnswer }: { isQuestion: boolean; onAnswer: (it: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  const answer = (it: string) => () => {
    setOpen(false);
    onAnswer(it);
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isQuestion ? (
        <AlertDialog
          isOpen={isOpen}
          title="Delete?"
          description="It cannot be undone."
          confirmLabel="Delete"
          onConfirm={answer("confirmed")}
          onCancel={answer("cancelled")}
        />
      ) : (
        <Dialog isOpen={isOpen} title="Settings" onClose={answer("closed")}>
          <input aria-label="Name" />
        </Dialog>
      )}
    </>
  );
}

async function opened(isQuestion: boolean) {
  const onAnswer = vi.fn();
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  render(<Page isQuestion={isQuestion} onAnswer={onAnswer} />);
  await user.click(screen.getByRole("button", { name: "Open" }));
  const overlay = () =>
    document.querySelector<HTMLElement>("body > div[data-state]") as HTMLElement;
  return { user, onAnswer, overlay };
}

test("a question starts on Cancel, and Escape cancels it and gives the focus back", async () => {
  const { user, onAnswer } = await opened(true);
  expect(screen.getByRole("alertdialog", { name: "Delete?" })).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Cancel" }));
  await user.keyboard("{Escape}");
  expect(onAnswer.mock.calls).toEqual([["cancelled"]]);
  await vi.waitFor(
    () => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Open" })),
    patienceMs,
  );
});

test("a tap beside a question does not answer it", async () => {
  const { user, onAnswer, overlay } = await opened(true);
  await user.click(overlay());
  expect(onAnswer).not.toHaveBeenCalled();
  expect(screen.getByRole("alertdialog")).toBeTruthy();
});

test("a question that is confirmed is not cancelled too", async () => {
  const { user, onAnswer } = await opened(true);
  await user.click(screen.getByRole("button", { name: "Delete" }));
  expect(onAnswer.mock.calls).toEqual([["confirmed"]]);
});

test("a dialog has the focus itself, and a tap beside it closes it", async () => {
  const { user, onAnswer, overlay } = await opened(false);
  expect(document.activeElement).toBe(screen.getByRole("dialog", { name: "Settings" }));
  await user.click(overlay());
  expect(onAnswer.mock.calls).toEqual([["closed"]]);
});
