/** Claims about the heart monitor that hides an emergency by the person's own choice. */

import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { currentToasts, showToast } from "#components/toast/toast-store.ts";
import { disguiseLimits } from "#content/heart-monitor-limits.ts";
import { pageEmergency } from "#features/emergency/controller/controller.ts";
import { isGateOpen } from "#features/emergency/gate/gate.ts";
import { announceEmergency } from "#platform/events.ts";
import { DEFAULT_SETTINGS, settingsRecord } from "#store/settings/settings.ts";
import { introRecord } from "#store/settings/setup.ts";
import { endEmergency } from "#test/end-emergency.ts";
import { refuseMicrophone } from "#test/fake-microphone.ts";
import { typeHeldCode } from "#test/held-code.ts";
import { showPage, stubServer } from "#test/page.tsx";
import { quicklySealed } from "#test/sealed-pin.ts";

const contacts = [{ id: "a", name: "Ana", phoneNumber: "+61400000001" }];
/** The text of every screen since the word. */
let seen: string[] = [];
const lockTitle = { name: "EMERGENCY MODE ACTIVE" };

// A whole page takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

beforeEach(async () => {
  stubServer({});
  seen = [];
  refuseMicrophone();
  settingsRecord.write({
    ...DEFAULT_SETTINGS,
    pinCode: await quicklySealed("482915"),
    asksForCode: false,
    contacts,
    staysDisguised: true,
  });
  introRecord.write(true);
});
// On the clock that the test has set: what waits on it would wait forever on another.
afterEach(endEmergency);

/** A page on which a word was spoken; resolves with the heart of the monitor that took its place. */
async function spokenOn(page: "heart-monitor" | "voice" | "settings"): Promise<HTMLElement> {
  showPage(page);
  await act(async () => undefined);
  const screens = new MutationObserver(() => seen.push(document.body.textContent ?? ""));
  screens.observe(document.body, { childList: true, characterData: true, subtree: true });
  onTestFinished(() => screens.disconnect());
  await act(async () => announceEmergency({ triggeredBy: "voice", safeWordUsed: "umbrella" }));
  return screen.findByRole("button", { name: /BPM/ });
}

/** Time passes, while the heart is held or not. */
const pass = (ms: number) => act(async () => void vi.advanceTimersByTime(ms));
const lock = () => screen.queryByRole("heading", lockTitle);

test.each(["voice", "settings", "heart-monitor"] as const)(
  "a word on the page %s leaves a heart monitor that says nothing of it",
  async (page) => {
    await spokenOn(page);
    expect(document.title).toBe("Heart Rate");
    expect(lock()).toBeNull();
    expect(seen.join()).not.toMatch(/emergency (mode )?active|record/i);
    expect(document.body.textContent).not.toMatch(/emergenc|record|demo|premium|voice|contact/i);
  },
);

test("a word changes nothing in the document, neither on the heart monitor nor on its code screen and options", async () => {
  const look = async () => {
    const shown: string[] = [];
    // What React makes up for each mount, to tie a label to its field.
    const note = () =>
      shown.push(
        // Nor where the focus was led before.
        document.body.innerHTML
          .replaceAll(/_r_\w+_/g, "_id_")
          .replace(/(<h1[^>]*) tabindex="-1"/, "$1"),
      );
    await screen.findByRole("button", { name: /BPM/ });
    note();
    await userEvent.click(screen.getByRole("button", { name: /BPM/ }));
    note();
    await userEvent.type(screen.getByLabelText("Security code"), "4321");
    await userEvent.click(screen.getByRole("button", { name: "Verify Code" }));
    await screen.findByRole("heading", { name: "Options" });
    note();
    await userEvent.click(screen.getByRole("button", { name: "Back" }));
    note();
    return shown;
  };
  showPage("heart-monitor");
  // It is loaded after the page.
  await screen.findByText("Training session");
  const before = await look();
  expect(before.join()).not.toMatch(
    /emergenc|record|silent|partner|demo|premium|voice|contact|to Main/i,
  );
  await act(async () => announceEmergency({ triggeredBy: "voice", safeWordUsed: "umbrella" }));
  await waitFor(() => expect(pageEmergency().getState().emergency).not.toBeNull());
  expect(await look()).toEqual(before);
});

/** The heading and the content of the screen that comes, which Back leaves again. */
async function lookAndLeave() {
  const heading = await screen.findByRole("heading", { level: 1 });
  const shown = document.body.innerHTML.replaceAll(/_r_\w+_/g, "_id_");
  await userEvent.click(screen.getByRole("button", { name: "Back" }));
  return [heading.textContent, shown];
}

test("without an own PIN a tap on the heart leads to the same screen before and after a word", async () => {
  settingsRecord.write({ ...settingsRecord.read(), pinCode: "" });
  const tapped = async () => {
    await userEvent.click(await screen.findByRole("button", { name: /BPM/ }));
    return lookAndLeave();
  };
  showPage("heart-monitor");
  const before = await tapped();
  expect(before[0]).toBe("Security Verification");
  await act(async () => announceEmergency({ triggeredBy: "voice", safeWordUsed: "umbrella" }));
  expect(await tapped()).toEqual(before);
});

test.each([
  ["with an own PIN", true],
  ["without one", false],
])(
  "%s the session's way to the settings leads to the same screen before and after a word",
  async (_, hasPin) => {
    if (!hasPin) settingsRecord.write({ ...settingsRecord.read(), pinCode: "" });
    const led = async () => {
      await userEvent.click(await screen.findByRole("button", { name: "Start session" }));
      await userEvent.click(await screen.findByText("Open the settings"));
      return lookAndLeave();
    };
    showPage("heart-monitor");
    const before = await led();
    expect(before[0]).toBe("Security Verification");
    await act(async () => announceEmergency({ triggeredBy: "voice", safeWordUsed: "umbrella" }));
    await waitFor(() => expect(pageEmergency().getState().emergency).not.toBeNull());
    expect(await led()).toEqual(before);
  },
);

test("the session's way to the settings opens them where the person did not choose to stay disguised", async () => {
  settingsRecord.write({ ...settingsRecord.read(), staysDisguised: false });
  showPage("heart-monitor");
  await userEvent.click(await screen.findByRole("button", { name: "Start session" }));
  await userEvent.click(await screen.findByText("Open the settings"));
  await screen.findByRole("heading", { level: 1, name: "Settings" });
});

test("after a decoy unlock the heart monitor is the one before, without the card whose sentences would tell", async () => {
  showPage("heart-monitor");
  const card = await screen.findByText("Training session");
  const bodyNow = () => document.body.innerHTML.replaceAll(/_r_\w+_/g, "_id_");
  const cardHtml = card.closest("[class*=card]")?.outerHTML ?? "";
  const ordinary = bodyNow();
  act(() => pageEmergency().trigger({ kind: "real", triggeredBy: "button", safeWord: null }));
  await screen.findByRole("heading", lockTitle);
  await act(async () => void (await pageEmergency().submitPin("overlay", "4321", false)));
  await screen.findByRole("button", { name: /BPM/ });
  expect(cardHtml).toContain("Start session");
  // The focus is led to the heading, as after every change of the page.
  const isFocused = ' tabindex="-1"';
  expect(bodyNow().replace(isFocused, "")).toBe(ordinary.replace(cardHtml, ""));
});

test("a word while the trends are looked at leaves them on the screen", async () => {
  showPage("heart-monitor");
  await userEvent.click(screen.getByRole("button", { name: "Trends" }));
  await screen.findByRole("heading", { level: 1, name: "Trends" });
  await act(async () => announceEmergency({ triggeredBy: "voice", safeWordUsed: "umbrella" }));
  await waitFor(() => expect(pageEmergency().getState().emergency).not.toBeNull());
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Trends");
  await userEvent.click(screen.getByRole("button", { name: "Today" }));
  expect(screen.queryByText("Return to Main")).toBeNull();
});

test("a finger that holds the heart opens the lock, and nothing shows that it is held", async () => {
  const heart = await spokenOn("heart-monitor");
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const before = document.body.innerHTML;
  fireEvent.pointerDown(heart, { isPrimary: true, button: 0 });
  await pass(disguiseLimits.holdMs - 100);
  expect(document.body.innerHTML).toBe(before);
  fireEvent.pointerUp(heart);
  await pass(disguiseLimits.holdMs);
  expect(lock()).toBeNull();
  fireEvent.pointerDown(heart, { isPrimary: true, button: 0 });
  await pass(disguiseLimits.holdMs);
  expect(lock()).toBeTruthy();
  expect(screen.getByRole("button", { name: /Send to Ana/ })).toBeTruthy();
});

test("the phone's own long press is not answered", async () => {
  const heart = await spokenOn("heart-monitor");
  expect(fireEvent.contextMenu(heart)).toBe(false);
});

test.each(["Enter", " "])("the key %j does both: a tap and a hold", async (key) => {
  const heart = await spokenOn("heart-monitor");
  vi.useFakeTimers({ shouldAdvanceTime: true });
  fireEvent.keyDown(heart, { key });
  fireEvent.keyUp(heart, { key });
  fireEvent.click(await screen.findByRole("button", { name: "Back" }));
  const again = screen.getByRole("button", { name: /BPM/ });
  fireEvent.keyDown(again, { key });
  fireEvent.keyDown(again, { key, repeat: true });
  await pass(disguiseLimits.holdMs);
  expect(lock()).toBeTruthy();
});

test("opening the heart and going back several times in a row opens the lock without holding", async () => {
  await spokenOn("heart-monitor");
  for (let visit = 1; visit < disguiseLimits.visits; visit += 1) {
    await userEvent.click(screen.getByRole("button", { name: /BPM/ }));
    await userEvent.click(screen.getByRole("button", { name: "Back" }));
  }
  expect(lock()).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: /BPM/ }));
  expect(lock()).toBeTruthy();
});

test("the own PIN on the code screen ends the emergency; the demo PIN changes nothing", async () => {
  const heart = await spokenOn("heart-monitor");
  // The toast comes some time after the emergency: it goes with this clock and is not the next test's.
  vi.useFakeTimers({ shouldAdvanceTime: true });
  showToast({ title: "Contact saved" });
  await userEvent.click(heart);
  await userEvent.type(screen.getByLabelText("Security code"), "4321");
  await userEvent.click(screen.getByRole("button", { name: "Verify Code" }));
  await screen.findByRole("heading", { name: "Options" });
  expect(pageEmergency().getState().emergency).toMatchObject({ isDisguised: true });
  expect(currentToasts().filter(({ isOpen }) => isOpen)).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Back" }));
  await userEvent.click(screen.getByRole("button", { name: /BPM/ }));
  await userEvent.type(screen.getByLabelText("Security code"), "482915");
  await userEvent.click(screen.getByRole("button", { name: "Verify Code" }));
  await waitFor(() => expect(pageEmergency().getState().emergency).toBeNull());
});

test("Back while the own PIN is compared leaves the heart monitor, and the settings closed", async () => {
  showPage("heart-monitor");
  await userEvent.click(await screen.findByRole("button", { name: /BPM/ }));
  const answer = await typeHeldCode("482915");
  await userEvent.click(screen.getByRole("button", { name: "Back" }));
  await answer();
  expect(screen.getByRole("button", { name: /BPM/ })).toBeTruthy();
  expect(isGateOpen()).toBe(false);
  expect(currentToasts()).toEqual([]);
});

test("each time that the own PIN ends an emergency behind a decoy, the settings follow its end", async () => {
  showPage("heart-monitor");
  for (const _ of ["the first", "another, when the screen for it is loaded"]) {
    act(() => pageEmergency().trigger({ kind: "real", triggeredBy: "button", safeWord: null }));
    await screen.findByRole("heading", lockTitle);
    await act(async () => void (await pageEmergency().submitPin("overlay", "4321", false)));
    await userEvent.click(await screen.findByRole("button", { name: /BPM/ }));
    await userEvent.type(screen.getByLabelText("Security code"), "482915");
    await userEvent.click(screen.getByRole("button", { name: "Verify Code" }));
    await userEvent.click(await screen.findByRole("button", { name: "Done" }));
    await screen.findByRole("heading", { name: "Settings" });
  }
});

test("the code screen does not say that a PIN was chosen where none was, and looks alike", async () => {
  const texts: string[] = [];
  const { pinCode } = settingsRecord.read();
  for (const kept of [pinCode, ""]) {
    settingsRecord.write({ ...settingsRecord.read(), pinCode: kept });
    showPage("heart-monitor");
    await userEvent.click(await screen.findByRole("button", { name: /BPM/ }));
    await screen.findByLabelText("Security code");
    texts.push(document.body.textContent ?? "");
    cleanup();
  }
  expect(texts[1]).toContain("The code is your PIN, if you chose one.");
  expect(texts[1]).toBe(texts[0]);
});
