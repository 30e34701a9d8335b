/** Claims about telling guardians on a full disk, and where it has forgotten which numbers are used. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeEvidence } from "#store/app-database.ts";
import { noteGuardianNews, unqueuedNews } from "#store/guardians/guardian-news.ts";
import { guardianOutbox } from "#store/guardians/guardian-outbox.ts";
import { guardianReportsRecord } from "#store/guardians/guardian-reports.ts";
import { guardians } from "#store/guardians/guardians.ts";
import { closeLinks } from "#store/guardians/link-record.ts";
import { alertPage, watchedPhone } from "#test/alert-page.ts";
import type { fakeWatchServer, LinkPair } from "#test/link-pair.ts";
import { startAlerts } from "./alerts.ts";

let ana: LinkPair;
let server: ReturnType<typeof fakeWatchServer>;
let page: ReturnType<typeof alertPage>;
let emergencyId: string;
let stop: () => void;

const note = (what: "started" | "opened" | "ended") =>
  noteGuardianNews({
    ...{ emergencyId, what, isDrill: false, at: page.clock.wallTime(), place: null },
  });
const kinds = async () => (await server.opened(ana)).map(({ kind }) => kind);
const phases = () => guardianReportsRecord.read().reports.map(({ phase }) => phase);

beforeEach(async () => {
  const phone = await watchedPhone("Ana");
  ({ emergencyId, server } = phone);
  [ana] = phone.links as [LinkPair];
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

/** Counts what is sent, and has `refuse` say which numbers are not taken. */
function refusing(refuse: (seq: number) => boolean): readonly number[] {
  const numbers: number[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    if (init.method !== "POST") return server.fetch(path, init);
    const { seq } = JSON.parse(String(init.body));
    numbers.push(seq);
    return refuse(seq) ? new Response(null, { status: 409 }) : server.fetch(path, init);
  });
  return numbers;
}

test("a number that the disk has forgotten is not used for another item", async () => {
  page.set({});
  await note("started");
  await expect.poll(() => kinds()).toEqual(["alarm"]);
  await guardians.change(() => ({ keep: [{ ...ana.guardian, nextSeq: 0 }], answer: undefined }));
  await note("opened");
  const passing = async () => {
    await page.clock.advance(500);
    return kinds();
  };
  await expect.poll(passing).toEqual(["alarm", "opened-with-public-code"]);
});

test("numbers that a killed page has used by the hundred on a full disk are passed by an alarm at its first try", async () => {
  page.set({});
  const numbers = refusing((seq) => seq < 900);
  await note("started");
  await expect.poll(() => kinds()).toEqual(["alarm"]);
  expect(numbers.length).toBeLessThan(12);
  await expect.poll(() => guardianOutbox.read()).toEqual([]);
  await note("opened");
  await expect.poll(() => kinds()).toEqual(["alarm", "opened-with-public-code"]);
  expect(numbers.at(-1)).toBe((numbers.at(-2) ?? 0) + 1);
});

test("where every number is refused the link counts as not there, and the alarm leaves once it is", async () => {
  page.set({});
  let isOpened = false;
  const numbers = refusing(() => !isOpened);
  await note("started");
  const isNoted = async () => {
    const [one] = await guardians.read();
    return one?.state === "linked" && (one.refusedSince ?? null) !== null;
  };
  await expect.poll(isNoted).toBe(true);
  const before = numbers.length;
  await page.clock.advance(10_000);
  // Once for each try, not as often as at the first.
  expect(numbers.length - before).toBeLessThan(8);
  isOpened = true;
  await page.clock.advance(5_000);
  await expect.poll(() => kinds()).toEqual(["alarm"]);
});

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
