/** Claims about telling guardians where the server refuses numbers: a full disk forgot them, or the link takes none. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { changeState } from "#store/app-database.ts";
import { noteGuardianNews } from "#store/guardians/guardian-news.ts";
import { guardianOutbox } from "#store/guardians/guardian-outbox.ts";
import { guardians } from "#store/guardians/guardians.ts";
import { alertPage, ownEmergency, stubStorage } from "#test/alert-page.ts";
import { fakeWatchServer, type LinkPair, makeOwnLink, storeGuardians } from "#test/link-pair.ts";
import { startAlerts } from "./alerts.ts";

let ana: LinkPair;
let server: ReturnType<typeof fakeWatchServer>;
let page: ReturnType<typeof alertPage>;
let emergencyId: string;
let stop: () => void;

const note = (what: "started" | "opened") =>
  noteGuardianNews({
    ...{ emergencyId, what, isDrill: false, at: page.clock.wallTime(), place: null },
  });
const kinds = async () => (await server.opened(ana)).map(({ kind }) => kind);

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
  page.set({});
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

test("a number that the disk has forgotten is not used for another item", async () => {
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
