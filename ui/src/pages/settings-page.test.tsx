/** Claims about the settings page: what it says when it cannot save, and about a purchase. */
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { saveMessages } from "#content/messages.ts";
import * as paths from "#content/paths.ts";
import { purchaseMessages } from "#content/shop-messages.ts";
import { settingsRecord } from "#store/settings.ts";
import { closeToasts, showPage, stubServer, toast, watchNavigation } from "#test/page.tsx";
import { payloadOf } from "#test/payload.ts";
import { render } from "../entry-server.tsx";

// A whole page takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

beforeEach(() => {
  stubServer({});
});
afterEach(() => {
  closeToasts();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("says so when the device does not store the settings, and stays", async () => {
  showPage("settings");
  await act(async () => undefined);
  vi.spyOn(settingsRecord, "write").mockReturnValue(false);
  await userEvent.click(screen.getByRole("button", { name: "Save Settings" }));
  await waitFor(() => expect(toast()).toMatchObject(saveMessages.settingsError));
  expect(screen.getByRole("button", { name: "Save Settings" })).toHaveProperty("disabled", false);
});

test("saves without a contact", async () => {
  showPage("settings");
  await act(async () => undefined);
  await userEvent.click(screen.getByRole("button", { name: "Save Settings" }));
  await waitFor(() => expect(toast()).toMatchObject(saveMessages.settingsSaved));
});

test("says that a purchase is required before it leads to the purchase page", async () => {
  const went = watchNavigation();
  showPage("settings");
  await userEvent.click(await screen.findByRole("link", { name: /Purchase to Download/ }));
  await waitFor(() => expect(toast()).toMatchObject(purchaseMessages.required));
  expect(went).toEqual([]);
  await waitFor(() => expect(went).toEqual([paths.subscribe]));
});

test("the main screen's document says that the location is being found", () => {
  expect(render(JSON.stringify(payloadOf("home")))).toContain("Getting location...");
});
