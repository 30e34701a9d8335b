/** Claims about the guardian's page on a phone whose disk is full. */
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { DownItem } from "#seal/items.ts";
import { closeLinks } from "#store/guardians/link-record.ts";
import { noteNotified, people } from "#store/guardians/watched.ts";
import type { fakeWatches } from "#test/fake-watches.ts";
import { freshServer, guardian, tap } from "#test/guardian.tsx";

let server: ReturnType<typeof fakeWatches>;

beforeEach(async () => {
  server = await freshServer();
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

test("an answer takes the next number where the service worker has used one that the disk did not take", async () => {
  const phone = await guardian();
  await phone.send(alarm());
  await screen.findByRole("button", { name: "On my way" });
  const next = (await people.read())[0]?.nextSeq ?? 0;
  for (const seq of [next, next + 1]) server.links[0]?.up.push({ seq, bytes: "", at: 0 });
  await tap("On my way");
  await screen.findByText(/^Sent: "On my way"/);
  expect(server.links[0]?.up.at(-1)?.seq).toBe(next + 2);
});

test("an answer whose every number the server refuses is not said to be sent", async () => {
  const phone = await guardian();
  await phone.send(alarm());
  await screen.findByRole("button", { name: "On my way" });
  vi.stubGlobal("fetch", async () => new Response("", { status: 409 }));
  await tap("On my way");
  await screen.findByText(/^Not confirmed/);
});
