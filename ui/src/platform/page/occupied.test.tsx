/** Claims about when a dialog may come by itself. */
import { render } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { whenFree } from "./occupied.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

test("it comes at once when the person does nothing", () => {
  const come = vi.fn();
  whenFree(2_000, come);
  expect(come).toHaveBeenCalledTimes(1);
});

test("it waits while a question is open or a field has the focus, and two seconds more", () => {
  const come = vi.fn();
  const view = render(<div role="alertdialog">Start a real emergency?</div>);
  whenFree(2_000, come);
  vi.advanceTimersByTime(60_000);
  view.rerender(<input aria-label="Name" />);
  view.getByRole("textbox").focus();
  vi.advanceTimersByTime(60_000);
  view.getByRole("textbox").blur();
  vi.advanceTimersByTime(1_750);
  expect(come).not.toHaveBeenCalled();
  vi.advanceTimersByTime(250);
  expect(come).toHaveBeenCalledTimes(1);
});

test.each([true, false])("the browser's own dialog keeps it away while it is open (%s)", (open) => {
  const come = vi.fn();
  render(
    <dialog role="alertdialog" open={open}>
      Start a real emergency?
    </dialog>,
  );
  whenFree(2_000, come);
  expect(come).toHaveBeenCalledTimes(open ? 0 : 1);
});

test("it does not come any more when it is no longer wanted", () => {
  const come = vi.fn();
  render(<div role="dialog">Settings</div>);
  const stop = whenFree(2_000, come);
  stop();
  document.body.replaceChildren();
  vi.advanceTimersByTime(60_000);
  expect(come).not.toHaveBeenCalled();
});
