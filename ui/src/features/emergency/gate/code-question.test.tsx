/** Claims about the question for the code before an action, on the page with the recordings. */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DEFAULT_SETTINGS, settingsRecord } from "#store/settings/settings.ts";
import { endEmergency } from "#test/end-emergency.ts";
import { typeHeldCode } from "#test/held-code.ts";
import { showPage, stubServer } from "#test/page.tsx";
import { quicklySealed } from "#test/sealed-pin.ts";
import { isGateOpen } from "./gate.ts";

// Whole pages, and hashes of PINs, take long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const question = () => screen.queryByRole("heading", { name: "Security Verification" });

afterEach(endEmergency);

describe("deleting recordings", () => {
  const entry = {
    id: "one",
    emergencyEventId: "e",
    audioBlob: "data:audio/webm;base64,AAAA",
    duration: 1,
    mimeType: "audio/webm",
    recordedAt: "2026-11-21T10:00:00.000Z",
    isProcessed: false,
  };
  const kept = () => JSON.parse(localStorage.getItem("voiceRecordings") ?? "[]").length;
  const press = async (name: string | RegExp) =>
    userEvent.click(await screen.findByRole("button", { name }));
  beforeEach(async () => {
    stubServer({});
    localStorage.setItem("voiceRecordings", JSON.stringify([entry]));
    const pinCode = await quicklySealed("482915");
    settingsRecord.write({ ...DEFAULT_SETTINGS, pinCode, asksForCode: false });
    showPage("voice");
    await userEvent.click(screen.getByRole("tab", { name: "Recordings" }));
  });

  test("waits for the code even where the person is not asked before pages", async () => {
    for (const name of [/^Delete recording/, "Clear All Recordings"]) {
      await press(name);
      await press("Delete");
      await waitFor(() => expect(question()).not.toBeNull());
      expect(kept()).toBe(1);
      await press("Back");
      await waitFor(() => expect(question()).toBeNull());
    }
    await press("Clear All Recordings");
    await press("Delete");
    await waitFor(() => expect(question()).not.toBeNull());
    await userEvent.type(screen.getByLabelText("Security code"), "482915");
    await press("Verify Code");
    await waitFor(() => expect(kept()).toBe(0));
  });

  test.each([
    ["Back", () => press("Back")],
    ["Close", () => press("Close")],
    ["Escape", () => userEvent.keyboard("{Escape}")],
  ])("is given up by %s while the own PIN is compared", async (_, leave) => {
    await press(/^Delete recording/);
    await press("Delete");
    const answer = await typeHeldCode("482915");
    await leave();
    await answer();
    expect(kept()).toBe(1);
    expect(isGateOpen()).toBe(false);
  });
});
