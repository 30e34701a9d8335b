/** Claims about the lock in whose place another one comes: a test that becomes real, and an emergency after another. */

import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as paths from "#content/paths.ts";
import { announceEmergency } from "#platform/events.ts";
import { DEFAULT_SETTINGS, settingsRecord } from "#store/settings/settings.ts";
import { endEmergency } from "#test/end-emergency.ts";
import { refuseMicrophone } from "#test/fake-microphone.ts";
import { callForHelp, showLockable } from "#test/locked-page.tsx";
import { pageEmergency } from "../controller/controller.ts";
import { own, typed } from "../machine/stories.ts";

const contacts = [{ id: "a", name: "Ana", phoneNumber: "+61400000001" }];
const heading = () => screen.getByRole("heading", { level: 1 });
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
/** What a screen reader says by itself. */
const announced = () => screen.getAllByRole("status").map(({ textContent }) => textContent);
const nowReal = "This is a real emergency now";

/** The lock of a test, or of a real emergency. */
async function lockOf(kind: "test" | "real", path: string) {
  showLockable(<h1>the page</h1>, { path });
  await act(async () =>
    pageEmergency().trigger({ kind, triggeredBy: "button", safeWord: null, isLate: false }),
  );
}

beforeEach(() => {
  refuseMicrophone();
  settingsRecord.write({ ...DEFAULT_SETTINGS, staysDisguised: false, contacts });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await endEmergency();
});

test.each([
  [paths.home, "EMERGENCY ACTIVE"],
  [paths.settings, "EMERGENCY MODE ACTIVE"],
])(
  "at %s a test that its button makes real begins at the top, on its heading, and says so",
  async (path, title) => {
    await lockOf("test", path);
    expect(announced()).not.toContain(nowReal);
    const scroll = vi.fn();
    vi.stubGlobal("scrollTo", scroll);
    await press("REAL EMERGENCY");
    await press("Yes, start now");
    expect(pageEmergency().getState().emergency?.kind).toBe("real");
    expect(heading().textContent).toBe(title);
    expect(document.activeElement).toBe(heading());
    expect(scroll).toHaveBeenCalledOnce();
    expect(announced()).toContain(nowReal);
  },
);

test("a test that a spoken word makes real says so, too", async () => {
  await lockOf("test", paths.home);
  screen.getByLabelText("PIN").focus();
  await callForHelp();
  expect(document.activeElement).toBe(heading());
  expect(announced()).toContain(nowReal);
});

test("another call for help in a real emergency moves nothing, and a real one is not called real now", async () => {
  await lockOf("real", paths.home);
  const field = screen.getByLabelText("PIN");
  field.focus();
  await callForHelp();
  expect(document.activeElement).toBe(field);
  expect(screen.queryByText(nowReal)).toBeNull();
});

test("the lock of an emergency that comes right after another one begins on its heading", async () => {
  await lockOf("real", paths.home);
  screen.getByLabelText("PIN").focus();
  const { emergency, call: lastCall } = pageEmergency().getState();
  const id = emergency?.id ?? "";
  await act(async () => {
    pageEmergency().report(typed("own", { typedIn: id, lastCall }));
    pageEmergency().report(own({ type: "end-seen" }, id));
    announceEmergency({ triggeredBy: "voice", safeWordUsed: "help me" });
  });
  expect(pageEmergency().getState().emergency?.id).not.toBe(id);
  expect(document.activeElement).toBe(heading());
});
