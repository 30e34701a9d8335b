/** Claims about telling guardians on a full disk. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { changeState, closeEvidence } from "#store/app-database.ts";
import { noteGuardianNews, unqueuedNews } from "#store/guardians/guardian-news.ts";
import { guardianReportsRecord } from "#store/guardians/guardian-reports.ts";
import { guardians } from "#store/guardians/guardians.ts";
import { closeLinks } from "#store/guardians/link-record.ts";
import { alertPage, ownEmergency, stubStorage } from "#test/alert-page.ts";
import { fakeWatchServer, type LinkPair, makeOwnLink, storeGuardians } from "#test/link-pair.ts";
import { startAlerts } from "./alerts.ts";

let ana: LinkPair;
let server: ReturnType<typeof fakeWatchServer>;
let page: ReturnType<typeof alertPage>;
let emergencyId: string;
let stop: () => void;

const note = (what: "started" | "ended") =>
  noteGuardianNews({
    ...{ emergencyId, what, isDrill: false, at: page.clock.wallTime(), place: null },
  });
const kinds = async () => (await server.opened(ana)).map(({ kind }) => kind);
const phases = () => guardianReportsRecord.read().reports.map(({ phase }) => phase);

beforeEach(async () => {
  stubStorage();
  emergencyId = ownEmergency();
  await changeState("guardian-news", () => ({ keep: undefined, answer: undefined }));
  ana = await makeOwnLink("Ana");
  await storeGuardians([ana]);
  server = fakeWatchServer();
  vi.stubGlobal("fetch", server.fetch);
  page = alertPage(emergencyId);
  stop = startAlerts(page.devices);
});
afterEach(() => {
  stop();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A disk whose rest is too small for a row. */
async function fill(): Promise<void> {
  vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
}

/** A disk without any room, on which Chromium opens no database any more. */
async function close(): Promise<void> {
  await guardians.read();
  await Promise.all([closeLinks(), closeEvidence()]);
  vi.spyOn(indexedDB, "open").mockImplementation(() => {
    throw new DOMException("no room", "UnknownError");
  });
}

test.each([
  ["takes nothing more", fill],
  ["lets no database be opened any more", close],
])(
  "on a disk that %s the alarm and its end are sent all the same, once each",
  async (_, hinder) => {
    page.set({});
    await hinder();
    await note("started");
    await expect.poll(() => kinds()).toEqual(["alarm"]);
    await note("ended");
    await expect.poll(() => kinds()).toEqual(["alarm", "ended"]);
    await expect.poll(phases).toEqual(["stored"]);
    await expect.poll(() => unqueuedNews()).toEqual([]);
  },
);

test("an alarm and its end that a full disk did not take are sent by the next page, where this one is killed before that", async () => {
  stop();
  await fill();
  server.health = "off";
  await note("started");
  await note("ended");
  stop = startAlerts(page.devices);
  // It has them, and cannot send them.
  await expect.poll(() => page.asked.syncs).toBe(1);
  stop();
  vi.restoreAllMocks();
  vi.resetModules();
  const { startAlerts: startAgain } = await import("./alerts.ts");
  server.health = "works";
  stop = startAgain(alertPage(emergencyId).devices);
  await expect.poll(() => kinds()).toEqual(["alarm", "ended"]);
});
