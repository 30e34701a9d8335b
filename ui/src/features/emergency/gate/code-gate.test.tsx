/** Claims about what asks for the code, on the real pages. */
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { currentToasts } from "#components/toast/toast-store.ts";
import { pages } from "#pages/registry.ts";
import { DEFAULT_SETTINGS, settingsRecord } from "#store/settings/settings.ts";
import { endEmergency } from "#test/end-emergency.ts";
import { typeHeldCode } from "#test/held-code.ts";
import { showPage, stubServer } from "#test/page.tsx";
import { payloadOf } from "#test/payload.ts";
import { quicklySealed } from "#test/sealed-pin.ts";
import type { PageName } from "#wire/pages.ts";
import { closeGate, isGateOpen, openGate } from "./gate.ts";

// Whole pages, and hashes of PINs, take long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const contacts = [{ id: "a", name: "Ana", phoneNumber: "+61400000001" }];
const { demoPin } = payloadOf("settings").site;
const question = () => screen.queryByRole("heading", { name: "Security Verification" });

beforeEach(async () => {
  stubServer({});
  const pinCode = await quicklySealed("482915");
  settingsRecord.write({ ...DEFAULT_SETTINGS, contacts, pinCode });
});
afterEach(endEmergency);

const type = async (pin: string) => {
  await userEvent.type(screen.getByLabelText("Security code"), pin);
  await userEvent.click(screen.getByRole("button", { name: "Verify Code" }));
};

/** The app's pages, and whether they ask for the code. A new page is missing here until somebody decided. */
const asks: Partial<Record<PageName, boolean>> = {
  emergency: false,
  home: false,
  lockdown: false,
  "heart-monitor": false,
  settings: true,
  voice: true,
  setup: true,
  "post-download": false,
};

test("each page of the app is known to ask for the code, or not to", () => {
  const app = Object.entries(pages).filter(([, { frame }]) => frame === "app");
  expect(app.map(([name]) => name).sort()).toEqual(Object.keys(asks).sort());
});

test.each(Object.entries(asks))("the page %s asks for the code: %s", async (name, isAsking) => {
  showPage(name as PageName);
  await act(async () => undefined);
  expect(question() !== null).toBe(isAsking);
  if (isAsking) expect(document.body.textContent).not.toContain("Ana");
});

describe("the settings page", () => {
  test("opens with the own PIN, and with no other code", async () => {
    showPage("settings");
    await type("0000");
    await waitFor(() => expect(screen.getByLabelText("Security code")).toHaveProperty("value", ""));
    expect(question()).not.toBeNull();
    await type("482915");
    await waitFor(() => expect(screen.getByRole("heading", { name: "Settings" })).toBeTruthy());
    await screen.findByText("1 contact: Ana");
  });

  test("stays closed after the demo PIN, which leads away from it", async () => {
    showPage("settings");
    await type(demoPin);
    await waitFor(() => expect(question()).toBeNull());
    expect(screen.queryByRole("heading", { name: "Settings" })).toBeNull();
  });

  test("stays closed when Back is pressed while the own PIN is compared", async () => {
    showPage("settings");
    const answer = await typeHeldCode("482915");
    await userEvent.click(screen.getByRole("button", { name: "Back" }));
    await screen.findByRole("button", { name: /BPM/ });
    await answer();
    expect(isGateOpen()).toBe(false);
    expect(currentToasts()).toEqual([]);
  });

  test("does not ask where there is no PIN, or where the person chose so", () => {
    settingsRecord.write({ ...settingsRecord.read(), asksForCode: false });
    showPage("settings");
    expect(question()).toBeNull();
  });

  test("asks again after the app was hidden for longer than half a minute", async () => {
    showPage("settings");
    act(openGate);
    expect(question()).toBeNull();
    const hide = (state: "hidden" | "visible") =>
      act(() => {
        vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
        document.dispatchEvent(new Event("visibilitychange"));
      });
    const now = vi.spyOn(Date, "now");
    const start = 1_700_000_000_000;
    for (const [awayMs, isAsking] of [
      [20_000, false],
      [31_000, true],
      [-60_000, true],
    ] as const) {
      now.mockReturnValue(start);
      act(openGate);
      hide("hidden");
      now.mockReturnValue(start + awayMs);
      hide("visible");
      expect(question() !== null).toBe(isAsking);
    }
  });

  test("asks again half a minute after the code that was right when the app was out of sight", () => {
    showPage("settings");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });
    // What user-event puts in its place for a document out of sight calls `act` itself.
    vi.spyOn(HTMLElement.prototype, "focus").mockImplementation(() => undefined);
    const state = vi.spyOn(document, "visibilityState", "get");
    const turn = (to: "hidden" | "visible") =>
      act(() => {
        state.mockReturnValue(to);
        document.dispatchEvent(new Event("visibilitychange"));
      });
    try {
      turn("hidden");
      act(openGate);
      act(() => void vi.advanceTimersByTime(29_000));
      expect(question()).toBeNull();
      act(() => void vi.advanceTimersByTime(1_000));
      expect(question()).not.toBeNull();
      // In sight in time, it stays open.
      act(openGate);
      turn("visible");
      act(() => void vi.advanceTimersByTime(31_000));
      expect(question()).toBeNull();
    } finally {
      turn("visible");
      vi.useRealTimers();
    }
  });

  test("asks again after five minutes without a touch, although it stayed in sight", () => {
    showPage("settings");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });
    const isAskedAfter = (ms: number) => {
      act(() => void vi.advanceTimersByTime(ms));
      return question() !== null;
    };
    try {
      act(openGate);
      expect(isAskedAfter(299_000)).toBe(false);
      act(() => void window.dispatchEvent(new Event("pointerdown")));
      expect(isAskedAfter(299_000)).toBe(false);
      expect(isAskedAfter(1_000)).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  test("asks again when it comes back from the back/forward cache", () => {
    showPage("settings");
    act(openGate);
    const event = Object.assign(new Event("pageshow"), { persisted: true });
    act(() => void window.dispatchEvent(event));
    expect(question()).not.toBeNull();
  });
});

describe("the main screen", () => {
  test.each(["Basic settings", "Advanced settings", "Edit"])(
    "asks before %s opens, and never before an emergency",
    async (name) => {
      showPage("home");
      // The panel with "Edit" takes the place of a simpler one when its script is there.
      await waitFor(async () => {
        if (question() === null) await userEvent.click(screen.getByRole("button", { name }));
        expect(question()).not.toBeNull();
      });
      expect(screen.queryByLabelText(/Contact Name|Safe Word/)).toBeNull();
      await type("482915");
      await waitFor(() => expect(screen.queryByLabelText(/Contact Name|Safe Word/)).not.toBeNull());
    },
  );

  describe.each(["Basic settings", "Advanced settings"])("with %s open after the code", (name) => {
    const protection = () => screen.queryByLabelText(/Contact Name|Safe Word/);
    const openDialog = async () => {
      await userEvent.click(screen.getByRole("button", { name }));
      await waitFor(() => expect(protection()).not.toBeNull());
    };
    beforeEach(async () => {
      showPage("home");
      act(openGate);
      await openDialog();
    });

    test("takes it away after five minutes without a touch, and asks again", async () => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });
      try {
        act(openGate);
        act(() => void vi.advanceTimersByTime(299_000));
        expect(protection()).not.toBeNull();
        act(() => void vi.advanceTimersByTime(1_000));
        expect(protection()).toBeNull();
      } finally {
        vi.useRealTimers();
      }
      await userEvent.click(screen.getByRole("button", { name }));
      await waitFor(() => expect(question()).not.toBeNull());
      expect(protection()).toBeNull();
    });

    test("takes it away when it comes back from the back/forward cache, and does not bring it back", () => {
      const event = Object.assign(new Event("pageshow"), { persisted: true });
      act(() => void window.dispatchEvent(event));
      expect(protection()).toBeNull();
      act(openGate);
      expect(protection()).toBeNull();
    });
  });

  test("keeps a dialog that asks for no code open, however long it is not touched", async () => {
    settingsRecord.write({ ...settingsRecord.read(), asksForCode: false });
    showPage("home");
    act(openGate);
    await userEvent.click(screen.getByRole("button", { name: "Advanced settings" }));
    await waitFor(() => expect(screen.queryByLabelText("Safe Word")).not.toBeNull());
    act(closeGate);
    expect(screen.queryByLabelText("Safe Word")).not.toBeNull();
  });

  test("opens no dialog when Escape is pressed while the own PIN is compared", async () => {
    showPage("home");
    await userEvent.click(screen.getByRole("button", { name: "Advanced settings" }));
    const answer = await typeHeldCode("482915");
    await userEvent.keyboard("{Escape}");
    await answer();
    expect(isGateOpen()).toBe(false);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("starts an emergency without the code", async () => {
    showPage("home");
    await userEvent.click(screen.getByRole("button", { name: "REAL EMERGENCY" }));
    await userEvent.click(await screen.findByRole("button", { name: "Yes, start now" }));
    await waitFor(() => expect(screen.getByText("EMERGENCY ACTIVE")).toBeTruthy());
  });
});
