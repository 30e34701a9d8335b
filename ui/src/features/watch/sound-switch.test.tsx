/** Claims about the tone of the guardian's page: it needs a tap, and sounds for each new alarm, also in a hidden page. */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { DownItem } from "#seal/items.ts";
import { freshServer, guardian, tap } from "#test/guardian.tsx";
import { personsPhone } from "#test/link-ends.ts";

/** How many beeps were asked for, and whether the browser plays them. */
let beeps: number;
let state: AudioContextState;

class FakeContext {
  currentTime = 0;
  destination = {};
  get state() {
    return state;
  }
  resume = async () => undefined;
  createGain = () => {
    const gain = { setValueAtTime: () => gain, exponentialRampToValueAtTime: () => gain };
    const node = { gain, connect: () => node };
    return node;
  };
  createOscillator = () => ({
    frequency: { value: 0 },
    connect: (next: unknown) => next,
    start: () => {
      beeps += 1;
    },
    stop: () => undefined,
  });
}

beforeEach(async () => {
  await freshServer();
  [beeps, state] = [0, "running"];
  vi.stubGlobal("AudioContext", FakeContext);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** A phone whose news the page asks for at once; on its own it waits longer after each. */
async function eagerGuardian() {
  const phone = await guardian();
  const send = async (item: DownItem) => {
    await phone.send(item);
    window.dispatchEvent(new Event("online"));
  };
  return { send };
}

const of = { emergency: "e", isDrill: false, place: null } as const;
const alarm = (isDrill = false): DownItem => ({ kind: "alarm", ...of, isDrill, at: Date.now() });

test("a browser that plays nothing is said to be one", async () => {
  state = "suspended";
  await guardian();
  await tap("Sound on");
  expect((await screen.findByRole("alert")).textContent).toBe("This browser plays no sound here.");
});

test("an iPhone on silent plays it too", async () => {
  const audioSession = { type: "auto" };
  Object.defineProperty(navigator, "audioSession", { configurable: true, value: audioSession });
  await guardian();
  expect(audioSession.type).toBe("auto");
  await tap("Sound on");
  await screen.findByText(/^Sound is on until this page is closed/);
  expect(audioSession.type).toBe("playback");
  Reflect.deleteProperty(navigator, "audioSession");
});

test("without a tap nothing sounds", async () => {
  const phone = await guardian();
  await phone.send(alarm());
  await screen.findByRole("heading", { name: "Ana started an emergency" });
  expect(beeps).toBe(0);
});

test("each new alarm sounds, also in a hidden page, and nothing else does", async () => {
  const phone = await eagerGuardian();
  await tap("Sound on");
  await screen.findByText(/^Sound is on until this page is closed/);
  await waitFor(() => expect(beeps).toBe(2));
  await phone.send(alarm(true));
  await screen.findByRole("heading", { name: "Drill: Ana started an emergency" });
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  await phone.send(alarm());
  await waitFor(() => expect(beeps).toBe(8));
  await phone.send({
    kind: "place",
    ...of,
    at: Date.now(),
    place: { latitude: 1, longitude: 2, accuracy: 3, ageMs: 0 },
  });
  await screen.findByText(/Within 3 m/);
  expect(beeps).toBe(8);
  await phone.send({ kind: "opened-with-public-code", ...of, at: Date.now() });
  await waitFor(() => expect(beeps).toBe(14));
  await phone.send(alarm());
  await waitFor(() => expect(beeps).toBe(20));
  await phone.send({ kind: "ended", emergency: "e", isDrill: false, at: Date.now() });
  await screen.findByRole("heading", { name: "Ended with Ana's own PIN" });
  expect(beeps).toBe(20);
});

test("the sound stays on while another link is opened and used", async () => {
  const phone = await eagerGuardian();
  await tap("Sound on");
  await waitFor(() => expect(beeps).toBe(2));
  location.hash = (await personsPhone()).fragment;
  await userEvent.type(await screen.findByLabelText("Who sent you this link?"), "Mia");
  await phone.send(alarm());
  await waitFor(() => expect(beeps).toBe(8));
  await tap("Be a guardian");
  await screen.findByRole("heading", { name: "Mia" });
  screen.getByText(/^Sound is on until this page is closed/);
});
