/** Claims about the emergency button of the server's document, before and at hydration. */

import { serverPages } from "virtual:server-pages";
import { act, screen, within } from "@testing-library/react";
import { hydrateRoot, type Root } from "react-dom/client";
import { MemoryRouter } from "react-router";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { App } from "#app/app.tsx";
import { render } from "#entry-server.tsx";
import { pageEmergency } from "#features/emergency/controller/controller.ts";
import { announceEmergency } from "#platform/events.ts";
import { endEmergency } from "#test/end-emergency.ts";
import { refuseMicrophone } from "#test/fake-microphone.ts";
import { payloadOf } from "#test/payload.ts";
import { isStartDue, takeEarlyStart, takeEarlyTaps } from "./early-trigger.ts";

const names = ["emergency", "home"] as const;
const onYes = vi.fn();
const getCurrentPosition = vi.fn();
let hydrated: Root | undefined;

const root = () => document.querySelector("#root") as HTMLElement;
const dialog = () => document.querySelector("dialog") as HTMLDialogElement;
const button = (name: string) => within(root()).getByText(name, { selector: "button" });
const emergency = () => pageEmergency().getState().emergency;

function open(page: (typeof names)[number]) {
  document.body.innerHTML = `<div id="root">${render(JSON.stringify(payloadOf(page)))}</div>`;
}

/** Hydrates the document, and expects no mismatch. */
async function hydrate(page: (typeof names)[number]) {
  const payload = payloadOf(page);
  const onRecoverableError = vi.fn();
  await act(async () => {
    hydrated = hydrateRoot(
      root(),
      <MemoryRouter initialEntries={[payload.path]}>
        <App payload={payload} page={serverPages[page]} />
      </MemoryRouter>,
      { onRecoverableError },
    );
  });
  expect(onRecoverableError).not.toHaveBeenCalled();
}

// A document keeps these listeners until it is left, and this one is the next file's too.
const listening = new AbortController();
beforeAll(() => {
  const { addEventListener } = window;
  vi.stubGlobal("addEventListener", (name: string, listener: EventListener, capture: boolean) =>
    addEventListener.call(window, name, listener, { capture, signal: listening.signal }),
  );
  takeEarlyTaps(onYes);
  vi.unstubAllGlobals();
});
afterAll(() => listening.abort());
beforeEach(() => {
  vi.stubGlobal("fetch", async () => new Response("null"));
  refuseMicrophone();
  Object.defineProperty(navigator, "geolocation", {
    configurable: true,
    value: { getCurrentPosition, watchPosition: () => 1, clearWatch: () => undefined },
  });
});
afterEach(async () => {
  await endEmergency();
  await act(async () => hydrated?.unmount());
  hydrated = undefined;
  vi.clearAllMocks();
});

describe.each(names)("on the page %s, before hydration", (page) => {
  test("the first touch asks for the position, and the tap opens the question", () => {
    open(page);
    expect(dialog().open).toBe(false);
    button("REAL EMERGENCY").dispatchEvent(new Event("pointerdown", { bubbles: true }));
    // Nothing that the browser has is of use here: it is to look anew, and keep what it finds.
    const options = { enableHighAccuracy: true, timeout: 10_000 };
    expect(getCurrentPosition.mock.calls.map((call) => call[2])).toEqual([options]);
    button("REAL EMERGENCY").click();
    expect(dialog().open).toBe(true);
    expect(onYes).not.toHaveBeenCalled();
  });

  test("no event of a tap reaches the page, which would hydrate all of it before the question opens", async () => {
    open(page);
    const seen: string[] = [];
    const taps = ["pointerdown", "mousedown", "touchstart", "pointerup", "mouseup", "touchend"];
    for (const type of [...taps, "click"]) {
      root().addEventListener(type, () => seen.push(type), { capture: true });
    }
    const tap = (name: string) => {
      for (const type of taps) button(name).dispatchEvent(new Event(type, { bubbles: true }));
      button(name).click();
    };
    tap("REAL EMERGENCY");
    expect(getCurrentPosition).toHaveBeenCalledTimes(2);
    tap("Cancel");
    expect(seen).toEqual([]);
    await hydrate(page);
    tap("REAL EMERGENCY");
    expect(seen).toEqual([...taps, "click"]);
  });

  test("a yes starts a real emergency with hydration, once", async () => {
    open(page);
    button("REAL EMERGENCY").click();
    button("Yes, start now").click();
    expect(onYes).toHaveBeenCalledTimes(1);
    expect(dialog().open).toBe(false);
    await hydrate(page);
    expect(emergency()).toMatchObject({ kind: "real", triggeredBy: "button" });
    expect(emergency()?.id).toMatch(/^[\w-]{21}$/);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("EMERGENCY ACTIVE");
    expect(isStartDue()).toBe(false);
  });

  test("a question that is open at hydration stays, and its yes starts a real emergency", async () => {
    open(page);
    button("REAL EMERGENCY").click();
    const before = dialog();
    await hydrate(page);
    expect(dialog()).toBe(before);
    expect(before.open).toBe(true);
    expect(emergency()).toBeNull();
    await act(async () => button("Yes, start now").click());
    expect(emergency()).toMatchObject({ kind: "real", triggeredBy: "button" });
    expect(onYes).not.toHaveBeenCalled();
  });

  test.each(["before", "after"])("a no %s hydration starts nothing", async (when) => {
    open(page);
    button("REAL EMERGENCY").click();
    const asked = getCurrentPosition.mock.calls.length;
    button("Cancel").dispatchEvent(new Event("pointerdown", { bubbles: true }));
    expect(getCurrentPosition).toHaveBeenCalledTimes(asked);
    if (when === "before") button("Cancel").click();
    await hydrate(page);
    if (when === "after") await act(async () => button("Cancel").click());
    expect(dialog().open).toBe(false);
    expect(emergency()).toBeNull();
    expect(onYes).not.toHaveBeenCalled();
  });

  test("nothing is said to be missing or refused", () => {
    open(page);
    expect(root().textContent).toContain("Starting...");
    expect(root().textContent).toContain("Getting location...");
    expect(root().textContent).not.toMatch(/No contacts|Unable|unavailable|Not asked|Denied/);
  });
});

/** Says yes in a document that the app does not hydrate, and leaves that document. */
function sayYes() {
  open("home");
  button("REAL EMERGENCY").click();
  button("Yes, start now").click();
  delete document.documentElement.dataset["starting"];
}

test("a yes outlives a reload and the end of the browser, but not the day, and a clock that is set back loses none", () => {
  sayYes();
  sessionStorage.clear();
  expect(isStartDue()).toBe(true);
  vi.spyOn(Date, "now").mockReturnValue(Date.now() - 120_000);
  expect(isStartDue()).toBe(true);
  vi.mocked(Date.now).mockRestore();
  localStorage.setItem("startedAt", String(Date.now() - 86_400_000));
  expect(isStartDue()).toBe(false);
});

test("a yes that another tab has taken is no second one", () => {
  open("home");
  button("REAL EMERGENCY").click();
  button("Yes, start now").click();
  localStorage.removeItem("startedAt");
  expect(isStartDue()).toBe(false);
});

test("a yes is due after a reload where local storage is full, and in its document where no storage takes it", () => {
  const setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  const full = { getItem: () => null, removeItem: () => undefined, setItem };
  vi.stubGlobal("localStorage", full);
  sayYes();
  expect(takeEarlyStart()).toBe(true);
  vi.stubGlobal("sessionStorage", full);
  button("REAL EMERGENCY").click();
  button("Yes, start now").click();
  expect(takeEarlyStart()).toBe(true);
  expect(takeEarlyStart()).toBe(false);
});

test("a yes whose emergency began by another trigger in another tab starts no second one", async () => {
  sayYes();
  // The other tab is live, and has no yes of its own.
  const due = localStorage.getItem("startedAt") ?? "";
  localStorage.removeItem("startedAt");
  open("home");
  await hydrate("home");
  localStorage.setItem("startedAt", due);
  await act(async () => announceEmergency({ triggeredBy: "voice", safeWordUsed: "help me" }));
  expect(emergency()).toMatchObject({ triggeredBy: "voice" });
  expect(isStartDue()).toBe(false);
});

test("after hydration the app has the button for itself", async () => {
  open("home");
  await hydrate("home");
  await act(async () => button("REAL EMERGENCY").click());
  expect(dialog().open).toBe(true);
  await act(async () => button("Yes, start now").click());
  expect(emergency()).toMatchObject({ kind: "real" });
  expect(onYes).not.toHaveBeenCalled();
});
