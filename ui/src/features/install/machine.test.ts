/** Claims about the install dialog and button. */
import { expect, test } from "vitest";
import {
  desktopButton,
  INSTALL_START,
  type InstallEvent,
  type InstallState,
  nextInstall,
} from "./machine.ts";

const DAY = 86_400_000;
const run = (...events: InstallEvent[]) =>
  events.reduce<InstallState>((state, event) => nextInstall(state, event).state, INSTALL_START);
const opened = (isStandalone = false, dismissedAt = 0) =>
  ({ type: "opened", isStandalone, dismissedAt }) as const;

test("the browser's prompt opens the dialog after three seconds", () => {
  const offered = nextInstall(INSTALL_START, { type: "offered" });
  expect(offered.state.isDialogOpen).toBe(false);
  expect(offered.effects).toEqual([{ type: "wait", ms: 3_000 }]);
  expect(run(opened(), { type: "offered" }, { type: "delay-passed", now: DAY }).isDialogOpen).toBe(
    true,
  );
});

test("the dialog does not open for 24 hours after Not Now", () => {
  const at = 5 * DAY;
  const after = (now: number) =>
    run(opened(false, at), { type: "offered" }, { type: "delay-passed", now }).isDialogOpen;
  expect(after(at + DAY - 1)).toBe(false);
  expect(after(at + DAY)).toBe(true);
});

test("Not Now is saved with its time", () => {
  const step = nextInstall(INSTALL_START, { type: "put-off", now: 42 });
  expect(step.effects).toEqual([{ type: "save-dismissal", at: 42 }]);
  expect(step.state.isDialogOpen).toBe(false);
});

test("a standalone app shows no dialog", () => {
  expect(
    run(opened(true), { type: "offered" }, { type: "delay-passed", now: 9 * DAY }).isDialogOpen,
  ).toBe(false);
});

test("answering the browser's prompt, either way, drops the saved event", () => {
  const step = nextInstall(run(opened(), { type: "offered" }), { type: "prompt-answered" });
  expect(step.effects).toEqual([{ type: "forget-prompt" }]);
  expect(desktopButton(step.state)).toEqual({ label: "Install Not Available", isEnabled: false });
});

test("an installation shows a toast and leads to the wizard after 1.5 s", () => {
  const step = nextInstall(run(opened(), { type: "offered" }), { type: "installed" });
  expect(step.effects).toContainEqual({ type: "redirect", afterMs: 1_500 });
  expect(step.effects).toContainEqual({ type: "announce-installed" });
  expect(desktopButton(step.state)).toEqual({ label: "Already Installed", isEnabled: false });
});

test("the button is enabled only with the browser's prompt", () => {
  expect(desktopButton(run(opened(), { type: "offered" }))).toEqual({
    label: "Install to Desktop",
    isEnabled: true,
  });
});
