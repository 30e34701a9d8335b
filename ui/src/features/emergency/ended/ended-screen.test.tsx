/** Claims about the screen after an emergency. */
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { emergencyName } from "#content/guardian-answers.ts";
import { waitingInSettings } from "#content/messages.ts";
import * as paths from "#content/paths.ts";
import { guardianReportsRecord } from "#store/guardians/guardian-reports.ts";
import { DEFAULT_SETTINGS, settingsRecord } from "#store/settings/settings.ts";
import { endEmergency } from "#test/end-emergency.ts";
import { showPage, stubServer } from "#test/page.tsx";
import { payloadOf } from "#test/payload.ts";
import { quicklySealed } from "#test/sealed-pin.ts";
import { pageEmergency } from "../controller/controller.ts";
import { closeGate, openGate } from "../gate/gate.ts";

// Whole pages, and hashes of PINs, take long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const ownPin = "482915";
const contacts = [{ id: "a", name: "Ana", phoneNumber: "+61400000001" }];
const of = (stored: number, unsaved: number) => ({ stored, unsaved, isOffered: true });
const heading = () => screen.queryByRole("heading", { name: /^Emergency ended\./ });

beforeEach(async () => {
  stubServer({});
  settingsRecord.write({
    ...DEFAULT_SETTINGS,
    contacts,
    pinCode: await quicklySealed(ownPin),
    asksForCode: false,
  });
});
afterEach(endEmergency);

/** Starts an emergency on the main screen and ends it with a code. */
async function end(kind: "real" | "test", pin: string) {
  showPage("home");
  await screen.findByRole("button", { name: "REAL EMERGENCY" });
  act(() => pageEmergency().trigger({ kind, triggeredBy: "button", safeWord: null }));
  const { emergency } = pageEmergency().getState();
  await act(async () => void (await pageEmergency().submitPin("lockScreen", pin, false)));
  return emergency?.id ?? "";
}

describe("after a real emergency that the own PIN ended", () => {
  test("nothing is said to be saved before it is", async () => {
    const emergencyId = await end("real", ownPin);
    await screen.findByRole("heading", { name: "Emergency ended." });
    expect(screen.queryByText(/Recording saved/)).toBeNull();
    act(() =>
      pageEmergency().report({ type: "recording-stopped", emergencyId, closed: of(12, 0) }),
    );
    await screen.findByRole("heading", { name: "Emergency ended. Recording saved." });
    expect(document.activeElement).toBe(heading());
  });

  test.each([
    ["partly", of(12, 3), "Emergency ended. Recording only partly saved."],
    ["not", of(0, 3), "Emergency ended. Recording not saved."],
  ])("a recording that the phone has %s stored is said to be so", async (_how, closed, text) => {
    const emergencyId = await end("real", ownPin);
    await screen.findByRole("heading", { name: "Emergency ended." });
    act(() => pageEmergency().report({ type: "recording-stopped", emergencyId, closed }));
    await screen.findByRole("heading", { name: text });
    expect(screen.getByText(/please check that the file is there/)).not.toBeNull();
    expect(screen.queryByText(/It is on this device/)).toBeNull();
    expect(screen.queryByRole("button", { name: "Keep it and show it" }) === null).toBe(
      closed.stored === 0,
    );
  });

  test("sound that no file was made of can be saved until the screen is left, and what comes of it is said", async () => {
    const button = () => screen.queryByRole("button", { name: "Save the recording now" });
    const emergencyId = await end("real", ownPin);
    const report = (isOffered: boolean | null) =>
      act(() => {
        const closed = { ...of(12, 3), isOffered };
        pageEmergency().report({ type: "recording-stopped", emergencyId, closed });
      });
    for (const isOffered of [true, null]) {
      await screen.findByRole("heading", { name: /^Emergency ended\./ });
      report(isOffered);
      expect(button()).toBeNull();
    }
    report(false);
    await screen.findByText(
      /is in memory only\. Save it now: it is lost when you close this screen/,
    );
    const save = vi.spyOn(pageEmergency(), "saveSoundAtRisk");
    for (const [isMade, text] of [
      [false, /^No file was made\. Please try again\.$/],
      [true, /please check that the file is there/],
    ] as const) {
      save.mockResolvedValueOnce(isMade);
      await userEvent.click(await screen.findByRole("button", { name: "Save the recording now" }));
      await screen.findByText(text);
    }
    expect(screen.queryByText(/not stored is lost/)).toBeNull();
  });

  test("a recording that could not be closed is not denied", async () => {
    const emergencyId = await end("real", ownPin);
    await screen.findByRole("heading", { name: "Emergency ended." });
    act(() => pageEmergency().report({ type: "recording-stopped", emergencyId, closed: of(0, 0) }));
    await screen.findByText(
      "No recording was finished here. What was stored before is on this device. Some browsers delete recordings after a while.",
    );
    expect(screen.queryByText(/saved/i)).toBeNull();
  });

  test("help, a message that one is safe, and the way to start again are offered", async () => {
    await end("real", ownPin);
    await screen.findByText("Tell them you are safe");
    expect(
      screen.getByText(
        /No message was opened in this emergency, so probably nobody was told of it/,
      ),
    ).not.toBeNull();
    expect(screen.getByRole("link", { name: "1800RESPECT: 1800 737 732" })).not.toBeNull();
    expect(screen.getByRole("button", { name: "REAL EMERGENCY" })).not.toBeNull();
  });

  test.each([
    [
      "on-the-way",
      /No message was opened in this emergency\. The alarm left for a guardian's phone all the same/,
    ],
    [
      "stored",
      /No message was opened in this emergency, and as far as this phone knows no guardian got the alarm/,
    ],
  ] as const)("a guardian whose line is %s is not forgotten", async (phase, text) => {
    const emergency = emergencyName(await end("real", ownPin), false);
    const guardian = { guardian: "g", name: "Ben", phase, seq: 0, hasPush: true, isCompared: true };
    act(() => void guardianReportsRecord.write({ emergency, reports: [guardian] }));
    await screen.findByText(text);
    expect(screen.queryByText(/nobody was told/)).toBeNull();
  });

  test("Done shows the page again", async () => {
    await end("real", ownPin);
    await screen.findByText("Tell them you are safe");
    await userEvent.click(screen.getByRole("button", { name: "Done" }));
    expect(heading()).toBeNull();
    await screen.findByRole("heading", { name: "Emergency Assistance" });
  });
});

/** Hides the page, which is frozen then, and shows it again `ms` milliseconds later. */
async function leaveFor(ms: number): Promise<void> {
  const state = vi.spyOn(document, "visibilityState", "get");
  const turn = (to: "hidden" | "visible") =>
    act(async () => {
      state.mockReturnValue(to);
      document.dispatchEvent(new Event("visibilitychange"));
    });
  await turn("hidden");
  const later = Date.now() + ms;
  const clock = vi.spyOn(Date, "now").mockReturnValue(later);
  await turn("visible");
  clock.mockRestore();
}

describe("when the screen is left alone", () => {
  const question = () => screen.queryByRole("heading", { name: "Security Verification" });
  const verify = async () => {
    await userEvent.type(screen.getByLabelText("Security code"), ownPin);
    await userEvent.click(screen.getByRole("button", { name: "Verify Code" }));
  };
  beforeEach(() => settingsRecord.write({ ...settingsRecord.read(), asksForCode: true }));

  /** The screen after an emergency that began on the main screen, whose sound is only in memory. */
  async function ended() {
    const emergencyId = await end("real", ownPin);
    await screen.findByText("Tell them you are safe");
    const closed = { ...of(0, 3), isOffered: false };
    act(() => pageEmergency().report({ type: "recording-stopped", emergencyId, closed }));
  }

  test("it goes after half a minute out of sight, and not before", async () => {
    await ended();
    await leaveFor(29_000);
    expect(heading()).not.toBeNull();
    const named = () => screen.queryAllByText("Emergency Resolved");
    await waitFor(() => expect(named()).not.toEqual([]));
    await leaveFor(31_000);
    expect(heading()).toBeNull();
    await screen.findByRole("heading", { name: "Emergency Assistance" });
    expect(document.body.textContent).not.toMatch(/Recording not saved/i);
    expect(named()).toEqual([]);
  });

  test("it is there again after the code, with the sound that is only in memory, until it is left", async () => {
    await ended();
    await leaveFor(31_000);
    await userEvent.click(screen.getByRole("button", { name: "Advanced settings" }));
    await waitFor(() => expect(question()).not.toBeNull());
    expect(heading()).toBeNull();
    await verify();
    await screen.findByRole("heading", { name: "Emergency ended. Recording not saved." });
    expect(screen.queryByRole("button", { name: "Save the recording now" })).not.toBeNull();
    act(closeGate);
    expect(heading()).toBeNull();
    act(openGate);
    await userEvent.click(screen.getByRole("button", { name: "Done" }));
    await screen.findByRole("heading", { name: "Emergency Assistance" });
    expect(pageEmergency().getState().ended).toBeNull();
  });

  test("the page leads back to sound that is only in memory, without a word of it, and starts no test over it", async () => {
    await ended();
    await leaveFor(31_000);
    await screen.findByText(waitingInSettings);
    await userEvent.click(screen.getByRole("button", { name: "TEST EMERGENCY" }));
    await screen.findByText("Test not started");
    expect(pageEmergency().getState().emergency).toBeNull();
    expect(document.body.textContent).not.toMatch(/not saved|in memory/i);
    // In this document: another one would not have the sound.
    const link = screen.getByRole("link", { name: waitingInSettings });
    expect(link.getAttribute("href")).toBe(paths.settings);
    expect(fireEvent.click(link)).toBe(false);
  });

  test("nothing is said to wait where the sound is stored", async () => {
    const emergencyId = await end("real", ownPin);
    await screen.findByText("Tell them you are safe");
    act(() => pageEmergency().report({ type: "recording-stopped", emergencyId, closed: of(9, 0) }));
    await leaveFor(31_000);
    await screen.findByRole("heading", { name: "Emergency Assistance" });
    expect(screen.queryByText(/is waiting for you/)).toBeNull();
  });

  test("the settings behind it ask for the code, also where the own PIN was typed behind a decoy", async () => {
    await end("real", payloadOf("home").site.demoPin);
    await userEvent.click(await screen.findByRole("button", { name: /BPM/ }));
    await verify();
    await screen.findByRole("heading", { name: "Emergency ended." });
    await leaveFor(31_000);
    expect(heading()).toBeNull();
    await waitFor(() => expect(question()).not.toBeNull());
    expect(screen.queryByRole("heading", { name: "Settings" })).toBeNull();
  });
});

test("a test that ended shows no such screen", async () => {
  await end("test", ownPin);
  await screen.findByRole("heading", { name: "Emergency Assistance" });
  expect(pageEmergency().getState().ended).toMatchObject({ kind: "test", isShown: false });
  expect(heading()).toBeNull();
});

test("the demo PIN shows the heart monitor and not that anything ended; the own PIN behind it does", async () => {
  const emergencyId = await end("real", payloadOf("home").site.demoPin);
  await screen.findByRole("button", { name: /BPM/ });
  expect(heading()).toBeNull();
  await act(async () => void (await pageEmergency().submitPin("securityCode", ownPin, false)));
  expect(pageEmergency().getState().ended).toMatchObject({ id: emergencyId, isShown: true });
  await screen.findByRole("heading", { name: "Emergency ended." });
});
