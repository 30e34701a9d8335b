/** Claims about the guardian's page on a phone whose disk is full. */
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { DownItem } from "#seal/items.ts";
import { closeLinks } from "#store/guardians/link-record.ts";
import { noteNotified, people } from "#store/guardians/watched.ts";
import { freshServer, guardian, tap } from "#test/guardian.tsx";

beforeEach(async () => {
  await freshServer();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const alarm = (): DownItem => ({
  ...{ kind: "alarm", emergency: "e", isDrill: false, at: Date.now(), place: null },
});

test("on a full disk an alarm is shown and answered all the same", async () => {
  const phone = await guardian();
  vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  await phone.send(alarm());
  await screen.findByRole("heading", { name: "Ana started an emergency" });
  await tap("On my way");
  await screen.findByText(/^Sent: "On my way"/);
  const [ana] = await people.read();
  const came = { seq: 9, item: alarm() };
  expect(await noteNotified(ana?.id ?? "", came)).toBe(true);
  expect(await noteNotified(ana?.id ?? "", came)).toBe(false);
});

test("an alarm is shown and answered although the browser opens its database no more", async () => {
  const phone = await guardian();
  await closeLinks();
  vi.spyOn(indexedDB, "open").mockImplementation(() => {
    throw new DOMException("no room", "UnknownError");
  });
  await phone.send(alarm());
  await screen.findByRole("heading", { name: "Ana started an emergency" });
  await tap("On my way");
  await screen.findByText(/^Sent: "On my way"/);
});
