/** Claims about the field for a code, on a real database. */
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { currentToasts } from "#components/toast/toast-store.ts";
import { pinMessages } from "#content/messages.ts";
import { changeState } from "#store/app-database.ts";
import { changeLockouts, NO_LOCKOUTS, readLockouts } from "#store/emergency/lockouts.ts";
import { DEFAULT_SETTINGS, settingsRecord } from "#store/settings/settings.ts";
import { quicklySealed } from "#test/sealed-pin.ts";
import { pageEmergency } from "../controller/controller.ts";
import { isLockedOut } from "../pin/lockout.ts";
import { PinForm } from "./pin-form.tsx";

const forget = () => changeState("lockouts", () => ({ keep: undefined, answer: undefined }));

let stop: () => void = () => undefined;
const startPage = () => pageEmergency().start({ demoPin: "1234", goHome: () => undefined });
beforeEach(async () => {
  await forget();
  settingsRecord.write({ ...DEFAULT_SETTINGS, pinCode: await quicklySealed("482915") });
  stop = startPage();
  await waitFor(() => expect(pageEmergency().lockouts.get()).toEqual(NO_LOCKOUTS));
});
afterEach(async () => {
  stop();
  await forget();
});

const lastToast = () => currentToasts()[0];
const button = () => screen.getByRole("button", { name: "Unlock" });
const field = () => screen.getByLabelText("PIN");
/** What the document has of the code: no digit, so that no other program reads it there. */
const shown = () => (field() as HTMLInputElement).value;

/** Closes every screen for about five minutes, as five wrong codes do. */
async function close() {
  const emergency = { failedAttempts: 5, remainingMs: 299_500 };
  stop();
  await changeLockouts((all) => ({ ...all, emergency }));
  // A page that starts reads them at once, one that runs once a second.
  stop = startPage();
  await waitFor(() => expect(isLockedOut(pageEmergency().lockouts.get().emergency)).toBe(true));
}

async function tryCode(code: string) {
  const before = lastToast()?.id;
  await userEvent.type(field(), code);
  await userEvent.click(button());
  await waitFor(() => expect(lastToast()?.id).not.toBe(before));
}

test("a PIN is not changed while the security screen is closed, and that is said", async () => {
  const securityCode = { failedAttempts: 5, remainingMs: 299_500 };
  await changeLockouts((all) => ({ ...all, securityCode }));
  expect(await pageEmergency().checkPin("482915")).toBe(false);
  expect(lastToast()).toMatchObject(pinMessages.accessDenied);
});

describe("the PIN form of the lock screen", () => {
  beforeEach(() => {
    render(<PinForm screen="lockScreen" label="PIN" submitLabel="Unlock" />);
  });

  test("takes digits only, six at most, and enables its button at four", async () => {
    expect(button().hasAttribute("disabled")).toBe(true);
    await userEvent.type(field(), "12a3");
    expect(shown()).toBe("•••");
    expect(button().hasAttribute("disabled")).toBe(true);
    await userEvent.type(field(), "45678");
    expect(shown()).toBe("••••••");
    expect(button().hasAttribute("disabled")).toBe(false);
  });

  test("counts wrong codes on the disk, says how many tries are left, and closes at the fifth", async () => {
    const said = screen.getByRole("status");
    expect(said.textContent).toBe("");
    for (const left of [4, 3, 2, 1]) {
      await tryCode("0000");
      expect(lastToast()).toMatchObject(pinMessages.incorrect(left));
      // A toast may find no place where it covers nothing: the same stands at the field.
      expect(said.textContent).toBe(`That is not the right code. Attempts left: ${left}.`);
      expect((await readLockouts()).emergency.failedAttempts).toBe(5 - left);
    }
    await tryCode("0000");
    expect(lastToast()).toMatchObject(pinMessages.tooMany);
    await waitFor(() => expect(screen.getByRole("timer").textContent).toContain("5 minutes"));
  });

  test("says how long to wait when a code is typed while it is closed, even the own PIN", async () => {
    await close();
    const before = lastToast();
    await userEvent.type(field(), "482915");
    await userEvent.click(button());
    await screen.findByText("That code was not tried.");
    const { title, description } = pinMessages.lockedOut(5);
    const waits = `${title}. ${description} Time counts while the app is on the screen.`;
    expect(screen.getByRole("timer").textContent).toBe(waits);
    // What stands at the field is no toast too.
    expect(lastToast()).toBe(before);
  });

  test("takes the demo PIN while it is closed, because somebody may be forcing the person, and says nothing of it", async () => {
    await close();
    const before = lastToast();
    await userEvent.type(field(), "1234");
    await userEvent.click(button());
    await waitFor(() => expect(shown()).toBe(""));
    expect(lastToast()).toBe(before);
    expect((await readLockouts()).emergency.remainingMs).toBeGreaterThan(0);
  });

  test("says nothing above its keys that was not there before, so that no key moves under the finger", async () => {
    await userEvent.click(screen.getByRole("button", { name: "Show keypad" }));
    const above = () => {
      const children = [...(button().closest("form")?.children ?? [])];
      return children.slice(0, children.indexOf(button()));
    };
    const before = above();
    await tryCode("0000");
    expect(above()).toEqual(before);
    await close();
    await screen.findByRole("timer");
    expect(above()).toEqual(before);
  });

  test("types with the keypad: digits, C to clear, a check to enter", async () => {
    await userEvent.click(screen.getByRole("button", { name: "Show keypad" }));
    await userEvent.click(screen.getByRole("button", { name: "7" }));
    await userEvent.click(screen.getByRole("button", { name: "Clear" }));
    for (const digit of ["9", "9", "0", "0"]) {
      await userEvent.click(screen.getByRole("button", { name: digit }));
    }
    expect(shown()).toBe("••••");
    await userEvent.click(screen.getByRole("button", { name: "Enter" }));
    await waitFor(() => expect(lastToast()).toMatchObject(pinMessages.incorrect(4)));
  });
});

describe("other screens", () => {
  test("the overlay counts on the same counter and shows minutes and seconds", async () => {
    await close();
    render(<PinForm screen="overlay" label="PIN" submitLabel="Unlock" />);
    await waitFor(() => expect(screen.getByRole("timer").textContent).toMatch(/0[45]:\d\d/));
  });

  test("the security screen closes at the third wrong code, for half a minute", async () => {
    render(<PinForm screen="securityCode" label="PIN" submitLabel="Unlock" />);
    await tryCode("0000");
    expect(lastToast()).toMatchObject(pinMessages.incorrectCode(2));
    await tryCode("0000");
    await tryCode("0000");
    expect(lastToast()).toMatchObject({ title: "Access Denied", tone: "destructive" });
    expect(lastToast()).not.toHaveProperty("description");
    expect(screen.getByRole("timer").textContent).toContain("Too many failed attempts.");
    expect((await readLockouts()).securityCode.remainingMs).toBeGreaterThan(25_000);
    expect((await readLockouts()).emergency).toEqual({ failedAttempts: 3, remainingMs: 0 });
  });

  test("the demo PIN does not count as an attempt where there is an own PIN, and opens nothing", async () => {
    render(<PinForm screen="securityCode" label="PIN" submitLabel="Unlock" />);
    await userEvent.type(field(), "1234");
    await userEvent.click(button());
    await waitFor(() => expect(shown()).toBe(""));
    expect((await readLockouts()).securityCode.failedAttempts).toBe(0);
  });
});

describe("the own PIN, with a call for help while it was compared", () => {
  /** A call came meanwhile, so the emergency goes on. */
  const callMeanwhile = () => {
    const page = pageEmergency();
    const state = page.getState();
    const emergency = { id: "called" } as NonNullable<typeof state.emergency>;
    vi.spyOn(page, "submitPin").mockResolvedValue("own");
    vi.spyOn(page, "getState").mockReturnValue({ ...state, emergency });
  };

  test.each([
    ["lockScreen", "Help was called again. Enter the code again."],
    ["securityCode", ""],
  ] as const)("is asked for again on the screen %s in these words: %s", async (on, words) => {
    render(<PinForm screen={on} label="PIN" submitLabel="Unlock" />);
    callMeanwhile();
    await userEvent.type(field(), "482915");
    await userEvent.click(button());
    await waitFor(() => expect(shown()).toBe(""));
    expect(screen.getByRole("status").textContent).toBe(words);
  });
});
