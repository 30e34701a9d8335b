/** Claims about the set-up's screens. */
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { pageEmergency } from "#features/emergency/controller/controller.ts";
import { pageVoiceState, VOICE_START } from "#features/voice/listening/state.ts";
import { matchesPin } from "#platform/pin-hash.ts";
import { askPosition } from "#platform/sensors/geolocation.ts";
import { DEFAULT_SETTINGS, settingsRecord } from "#store/settings/settings.ts";
import { noteSetup, setupRecord } from "#store/settings/setup.ts";
import { endEmergency } from "#test/end-emergency.ts";
import { showPage, stubServer } from "#test/page.tsx";
import { payloadOf } from "#test/payload.ts";
import { quicklySealed } from "#test/sealed-pin.ts";
import { render } from "../entry-server.tsx";

// Whole pages, and hashes of PINs, take long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const contacts = [{ id: "a", name: "Ana", phoneNumber: "+61400000001" }];
const answers = { geolocation: "prompt", microphone: "prompt" } as Record<string, string>;
const permissions = {
  query: async ({ name }: { name: string }) =>
    Object.assign(new EventTarget(), { state: answers[name] }),
};

/** Gives this browser a capability for the length of a test. */
const give = (name: "permissions" | "mediaDevices" | "geolocation", value: unknown) =>
  Object.defineProperty(navigator, name, { configurable: true, value });

beforeEach(() => {
  stubServer({});
  setupRecord.clear();
  Object.assign(answers, { geolocation: "prompt", microphone: "prompt" });
  give("permissions", permissions);
});
afterEach(async () => {
  setupRecord.clear();
  await endEmergency();
});

/** A device whose answer to the last request the test gives. */
function geolocation() {
  const asked: { found: PositionCallback; failed: PositionErrorCallback }[] = [];
  return {
    getCurrentPosition: (found: PositionCallback, failed: PositionErrorCallback) =>
      void asked.push({ found, failed }),
    refuse: () => asked[0]?.failed({ code: 1 } as GeolocationPositionError),
    find: () =>
      asked[0]?.found({
        coords: { latitude: -37.8, longitude: 144.9, accuracy: 10 },
        timestamp: Date.now(),
      } as GeolocationPosition),
  };
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));
const title = (name: string) => screen.findByRole("heading", { level: 2, name });

test("the page has its way back before the set-up is loaded", () => {
  expect(render(JSON.stringify(payloadOf("setup")))).toContain("Return to Main");
});

describe("the person", () => {
  test("is saved with name, number and message, and the next screen follows", async () => {
    showPage("setup");
    await title("A person to tell");
    await userEvent.type(screen.getByLabelText("Name"), "Ana");
    await userEvent.type(screen.getByLabelText("Phone number"), "+61 400 000 001");
    await press("Save and continue");
    await title("Your own PIN");
    expect(settingsRecord.read().contacts).toMatchObject([
      { name: "Ana", phoneNumber: "+61 400 000 001" },
    ]);
    expect(document.activeElement?.textContent).toBe("Your own PIN");
  });

  test("with a number of letters is refused at the number, which gets the focus", async () => {
    showPage("setup");
    await title("A person to tell");
    await userEvent.type(screen.getByLabelText("Name"), "Ana");
    await userEvent.type(screen.getByLabelText("Phone number"), "abc");
    await press("Save and continue");
    const field = screen.getByLabelText("Phone number");
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByText(/Use digits only/)).not.toBeNull();
    expect(settingsRecord.read().contacts).toEqual([]);
  });
});

describe("the PIN", () => {
  test("typed twice is stored as a hash, and is not asked for at once", async () => {
    noteSetup({ at: "pin" });
    showPage("setup");
    await title("Your own PIN");
    await userEvent.type(screen.getByLabelText("Security PIN"), "482915");
    await userEvent.type(screen.getByLabelText("Security PIN again"), "482915");
    await press("Save and continue");
    await title("What the phone must allow");
    const { pinCode, asksForCode } = settingsRecord.read();
    expect(await matchesPin("482915", pinCode)).toBe(true);
    expect(pinCode).not.toContain("482915");
    expect(asksForCode).toBe(true);
  });

  test("typed differently is refused at the second field", async () => {
    noteSetup({ at: "pin" });
    showPage("setup");
    await title("Your own PIN");
    await userEvent.type(screen.getByLabelText("Security PIN"), "482915");
    await userEvent.type(screen.getByLabelText("Security PIN again"), "482916");
    await press("Save and continue");
    const field = screen.getByLabelText("Security PIN again");
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(settingsRecord.read().pinCode).toBe("");
  });

  test("is asked for before the set-up opens again", async () => {
    const pinCode = await quicklySealed("482915");
    settingsRecord.write({ ...DEFAULT_SETTINGS, contacts, pinCode });
    showPage("setup");
    expect(screen.getByRole("heading", { name: "Security Verification" })).not.toBeNull();
    expect(document.body.textContent).not.toContain("Ana");
  });
});

describe("permissions", () => {
  test("that are denied show what to do, and the screen can be left", async () => {
    Object.assign(answers, { geolocation: "denied", microphone: "denied" });
    noteSetup({ at: "permissions" });
    showPage("setup");
    await title("What the phone must allow");
    expect(screen.getAllByText("Blocked")).toHaveLength(2);
    expect(screen.getAllByText(/Come back to this screen/)).toHaveLength(2);
    await press("Continue");
    await title("A test emergency");
  });

  test("opens the microphone when the person taps, and closes it again", async () => {
    const stop = vi.fn();
    const getUserMedia = vi.fn(async () => {
      answers["microphone"] = "granted";
      return { getTracks: () => [{ stop }] };
    });
    give("mediaDevices", { getUserMedia });
    noteSetup({ at: "permissions" });
    showPage("setup");
    await title("What the phone must allow");
    await press("Allow microphone");
    await waitFor(() => expect(screen.getByText("Allowed")).not.toBeNull());
    expect(getUserMedia).toHaveBeenCalledOnce();
    expect(stop).toHaveBeenCalledOnce();
  });

  test.each([
    ["NotFoundError", "No microphone found on this device."],
    ["NotReadableError", "Could not access microphone"],
  ])("a microphone that does not open with %s is said to: %s", async (name, said) => {
    give("mediaDevices", { getUserMedia: () => Promise.reject(new DOMException("no", name)) });
    noteSetup({ at: "permissions" });
    showPage("setup");
    await title("What the phone must allow");
    await press("Allow microphone");
    await screen.findByText(said);
  });

  test("allowed once are allowed on that day, and the person is told that the browser may ask again", async () => {
    const getUserMedia = async () => ({ getTracks: () => [] });
    give("mediaDevices", { getUserMedia });
    noteSetup({ at: "permissions" });
    showPage("setup");
    await title("What the phone must allow");
    await press("Allow microphone");
    await screen.findByText(/^Allowed on /);
    expect(screen.getByText(/^You may be asked again/)).not.toBeNull();
    expect(screen.queryByText("Allowed")).toBeNull();
  });

  test("refused later count no longer, where the browser does not tell", async () => {
    const { getCurrentPosition, refuse } = geolocation();
    give("geolocation", { getCurrentPosition });
    give("permissions", undefined);
    const then = Date.now() - 86_400_000;
    noteSetup({ at: "permissions", placeFoundAt: then, microphoneOpenedAt: then });
    showPage("setup");
    await title("What the phone must allow");
    expect(screen.getAllByText(/^Allowed on /)).toHaveLength(2);
    act(() => {
      askPosition();
      refuse();
    });
    expect(await screen.findAllByText("Blocked")).toHaveLength(1);
    expect(setupRecord.read().placeFoundAt).toBeNull();
  });

  test("stand beside listening, which is off, and asks for a safe word once it is on", async () => {
    noteSetup({ at: "permissions" });
    showPage("setup");
    await title("What the phone must allow");
    expect(screen.queryByLabelText("Safe word")).toBeNull();
    await userEvent.click(screen.getByRole("switch", { name: "Listening" }));
    expect(settingsRecord.read().isListeningEnabled).toBe(true);
    expect(screen.getByText(/The built-in phrases start an emergency until/)).not.toBeNull();
    await userEvent.clear(screen.getByLabelText("Safe word"));
    await userEvent.type(screen.getByLabelText("Safe word"), "purple umbrella");
    await press("Save safe word");
    await waitFor(() =>
      expect(settingsRecord.read()).toMatchObject({
        isListeningEnabled: true,
        safeWord: "purple umbrella",
        wakeWordMode: "custom",
      }),
    );
    expect(screen.queryByText(/The built-in phrases start an emergency until/)).toBeNull();
  });

  test("for the location that hold for this visit only have their date", async () => {
    const { getCurrentPosition, find } = geolocation();
    give("geolocation", { getCurrentPosition });
    noteSetup({ at: "permissions" });
    showPage("setup");
    await title("What the phone must allow");
    await press(/location/);
    act(find);
    await screen.findByText(/^Allowed on /);
    expect(screen.getByText(/^You may be asked again/)).not.toBeNull();
  });
});

test("the test needs a person, and is done once the code has ended it", async () => {
  noteSetup({ at: "test" });
  showPage("setup");
  await title("A test emergency");
  await press("Add a person");
  await title("A person to tell");
  settingsRecord.write({ ...DEFAULT_SETTINGS, contacts });
  act(() => noteSetup({ at: "test" }));
  await press("TEST EMERGENCY");
  await screen.findByText("EMERGENCY MODE ACTIVE");
  expect(setupRecord.read().isPractised).toBe(false);
  await act(async () => {
    await pageEmergency().submitPin("overlay", payloadOf("setup").site.demoPin, false);
  });
  await title("A test emergency");
  await waitFor(() => expect(setupRecord.read().isPractised).toBe(true));
  await screen.findByText("You ran a test and ended it.");
});

test("the summary claims protection while everything is true, and no longer", async () => {
  Object.assign(answers, { geolocation: "granted", microphone: "granted" });
  const pinCode = await quicklySealed("482915");
  settingsRecord.write({ ...DEFAULT_SETTINGS, contacts, pinCode, asksForCode: false });
  noteSetup({ at: "summary", isPractised: true });
  showPage("setup");
  await title("You're Protected!");
  await expect.poll(() => setupRecord.read().wasFinished).toBe(true);
  // Nothing is listened for before the person switches it on, and no step of the set-up does.
  expect(screen.getByText(/Voice monitoring is off.* under Access/)).not.toBeNull();
  act(() => void settingsRecord.write({ ...settingsRecord.read(), isListeningEnabled: true }));
  const ready = /Keep the app open on the screen for voice monitoring/;
  expect(screen.getByText(/Voice monitoring .* nothing/)).not.toBeNull();
  await screen.findByText(
    /hears nothing now\. Speech recognition not .*\. Train a phrase in Voice/,
  );
  expect(screen.queryByText(ready)).toBeNull();
  act(() => pageVoiceState.set({ ...VOICE_START, phase: "listening" }));
  expect(screen.getByText(ready)).not.toBeNull();
  expect(screen.queryByText(/nothing/)).toBeNull();
  act(() => void settingsRecord.write({ ...settingsRecord.read(), contacts: [] }));
  await title("3 of 4 done");
  expect(screen.queryByText("You're Protected!")).toBeNull();
  await press(/Do it now/);
  await title("A person to tell");
});

test("the page after the installation claims protection only once everything is true", async () => {
  Object.assign(answers, { geolocation: "granted", microphone: "granted" });
  showPage("post-download");
  for (let step = 1; step <= 3; step += 1) await press("Continue Setup");
  await screen.findByRole("heading", { level: 1, name: /^Set-up: \d of 4 done$/ });
  expect(screen.getByText(/It is off now/)).not.toBeNull();
  const pinCode = await quicklySealed("482915");
  act(() => {
    settingsRecord.write({ ...DEFAULT_SETTINGS, contacts, pinCode });
    noteSetup({ isPractised: true });
  });
  await screen.findByRole("heading", { level: 1, name: "You're Protected!" });
  expect(screen.getByRole("heading", { name: "Setup Complete" })).not.toBeNull();
  act(() => void settingsRecord.write({ ...settingsRecord.read(), isListeningEnabled: true }));
  await screen.findByText(
    /hears nothing now\. Speech recognition not .*\. Train a phrase in Voice/,
  );
  act(() => pageVoiceState.set({ ...VOICE_START, phase: "listening" }));
  expect(screen.queryByText(/hears nothing/)).toBeNull();
});
