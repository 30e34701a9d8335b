/** Claims about the intro's buttons. */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { introRecord } from "#store/settings/setup.ts";
import { Intro } from "./intro.tsx";

beforeEach(() => introRecord.clear());
afterEach(() => introRecord.clear());

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

test("the main button leads from step to step, and the last one ends the intro", async () => {
  render(<Intro />);
  for (const title of ["Your heart at a glance", "Every step counts", "A week in view"]) {
    expect(screen.getByText(title)).not.toBeNull();
    await press("Continue");
  }
  expect(screen.getByText("Ready")).not.toBeNull();
  expect(screen.queryByRole("button", { name: "Skip" })).toBeNull();
  await press("Get started");
  expect(introRecord.read()).toBe(true);
});

test("Skip ends it at once", async () => {
  render(<Intro />);
  await press("Skip");
  expect(introRecord.read()).toBe(true);
  expect(screen.queryByRole("dialog")).toBeNull();
});

/** The page behind the intro, with the focus on its button. */
function showOverPage(): void {
  const page = (intro: ReactNode) => (
    <div>
      <main>
        <button type="button">Behind</button>
      </main>
      {intro}
    </div>
  );
  const { rerender } = render(page(null));
  screen.getByText("Behind").focus();
  rerender(page(<Intro />));
}

test("it has the focus, with the page inert behind it, and gives the focus back", async () => {
  showOverPage();
  const dialog = screen.getByRole("dialog", { name: "Welcome" });
  expect(document.activeElement).toBe(dialog);
  expect(screen.getByText("Behind").closest("[inert]")).not.toBeNull();
  expect(dialog.closest("[inert]")).toBeNull();
  await press("Close");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(screen.getByText("Behind"));
  expect(document.querySelector("[inert]")).toBeNull();
  expect(document.documentElement.style.overflow).toBe("");
});

test("Escape ends it, and so does a tap beside it but none in it", async () => {
  const first = render(<Intro />);
  await userEvent.click(screen.getByText("Welcome"));
  expect(introRecord.read()).toBe(false);
  await userEvent.keyboard("{Escape}");
  expect(introRecord.read()).toBe(true);
  first.unmount();

  introRecord.clear();
  render(<Intro />);
  await userEvent.click(screen.getByRole("dialog").parentElement as HTMLElement);
  expect(introRecord.read()).toBe(true);
});
