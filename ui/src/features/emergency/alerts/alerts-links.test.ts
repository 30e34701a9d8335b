/** Claims about an emergency with a link that has ended, or that is not found. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { noteGuardianNews } from "#store/guardians/guardian-news.ts";
import { guardianOutbox } from "#store/guardians/guardian-outbox.ts";
import { guardianReportsRecord } from "#store/guardians/guardian-reports.ts";
import { guardians } from "#store/guardians/guardians.ts";
import { changeOutbox, sendOutbox } from "#sync/guardian-outbox.ts";
import { withItem } from "#sync/outbox-rules.ts";
import { alertPage, watchedPhone } from "#test/alert-page.ts";
import { type fakeWatchServer, type LinkPair, storeGuardians } from "#test/link-pair.ts";
import { guardianFacts } from "../lock/lock-facts.ts";
import { startAlerts } from "./alerts.ts";

let ben: LinkPair;
let cleo: LinkPair;
let server: ReturnType<typeof fakeWatchServer>;
let page: ReturnType<typeof alertPage>;
let emergencyId: string;
let stops: (() => void)[];

const note = (what: "started" | "again" | "ended") =>
  noteGuardianNews({
    ...{ emergencyId, what, isDrill: false, at: page.clock.wallTime(), place: null },
  });
const kinds = async (link: LinkPair) => (await server.opened(link)).map(({ kind }) => kind);
const lines = () =>
  guardianFacts(guardianReportsRecord.read().reports).map(({ text, standing }) => [text, standing]);
const open = () => {
  page = alertPage(emergencyId);
  stops.push(startAlerts(page.devices));
};

beforeEach(async () => {
  stops = [];
  const phone = await watchedPhone("Ben", "Cleo");
  ({ emergencyId, server } = phone);
  [ben, cleo] = phone.links as [LinkPair, LinkPair];
});
afterEach(() => {
  for (const stop of stops) stop();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("a link that has ended", () => {
  test("is named where the service worker learned it while the page was closed", async () => {
    await storeGuardians([ben]);
    server.health = "off";
    open();
    page.set({});
    await note("started");
    await expect.poll(lines).toEqual([["Sending to Ben", "waiting"]]);
    for (const stop of stops.splice(0)) stop();
    server.health = "link-ended";
    expect(await sendOutbox({ isUrgent: true })).toBe(true);
    open();
    page.set({});
    await expect.poll(lines).toEqual([["The link to Ben has ended", "wrong"]]);
  });

  test("before the emergency is named from its beginning, and nothing is queued for it", async () => {
    const ended = { ...ben, guardian: { ...ben.guardian, endedAt: 1 } };
    await storeGuardians([ended, cleo]);
    const queued: string[] = [];
    const look = async () => {
      queued.push(...(await guardianOutbox.read()).map(({ guardian }) => guardian));
    };
    // Files share a process: it must not go on in another one.
    stops.push(guardianOutbox.subscribe(look));
    open();
    page.set({});
    await note("started");
    await expect.poll(() => kinds(cleo)).toEqual(["alarm"]);
    await expect.poll(() => lines()[1]).toEqual(["Sending to Cleo's phone", "waiting"]);
    expect(lines()[0]).toEqual(["The link to Ben has ended", "wrong"]);
    await note("again");
    await expect.poll(() => kinds(cleo)).toEqual(["alarm", "alarm"]);
    expect(lines()[0]).toEqual(["The link to Ben has ended", "wrong"]);
    expect(queued).not.toContain(ben.guardian.id);
    expect(await kinds(ben)).toEqual([]);
  });

  test("in an emergency is known for the next one", async () => {
    await storeGuardians([ben]);
    server.health = "link-ended";
    open();
    page.set({});
    await note("started");
    await expect.poll(lines).toEqual([["The link to Ben has ended", "wrong"]]);
    const endedAt = async () => (await guardians.read()).map((one) => "endedAt" in one);
    await expect.poll(endedAt).toEqual([true]);
  });
});

describe("a link that is not found, which nothing proves", () => {
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 2_000) {
      await page.clock.advance(2_000);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const benSays = () => lines()[0];
  beforeEach(async () => {
    server.missing.add(ben.guardian.owner);
    open();
    page.set({});
    await note("started");
    await expect.poll(() => lines()[1]).toEqual(["Sending to Cleo's phone", "waiting"]);
  });

  test("is said to be unconfirmed after a while, with what to do, until it is found again", async () => {
    await pass(20_000);
    expect(benSays()).toEqual(["Sending to Ben", "waiting"]);
    await pass(20_000);
    expect(benSays()).toEqual(["Not confirmed for Ben: text or call", "wrong"]);
    expect(lines()[1]).toEqual(["Sending to Cleo's phone", "waiting"]);
    server.missing.clear();
    await pass(10_000);
    await expect.poll(benSays).toEqual(["Sending to Ben's phone", "waiting"]);
    expect(await kinds(ben)).toContain("alarm");
  });

  test("is said to be so all the same where the page was opened anew meanwhile, and at the next alarm", async () => {
    await pass(20_000);
    for (const stop of stops.splice(0)) stop();
    const { clock } = page;
    open();
    await page.clock.advance(clock.wallTime() - page.clock.wallTime());
    page.set({});
    await pass(16_000);
    await expect.poll(benSays).toEqual(["Not confirmed for Ben: text or call", "wrong"]);
    await note("again");
    await expect.poll(() => kinds(cleo)).toEqual(["alarm", "alarm"]);
    expect(benSays()).toEqual(["Not confirmed for Ben: text or call", "wrong"]);
  });
});

describe("without an emergency, what waits for a link that is not found", () => {
  let requests: number;
  const pass = async (ms: number, steps = 19) => {
    for (let step = 0; step < steps; step += 1) {
      await page.clock.advance(ms / steps);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const until = async (ms: number) => {
    for (const stop of stops.splice(0)) stop();
    const { clock } = page;
    open();
    await page.clock.advance(clock.wallTime() - page.clock.wallTime() + ms);
  };
  beforeEach(async () => {
    requests = 0;
    vi.stubGlobal("fetch", (path: string, init: RequestInit = {}) => {
      requests += 1;
      return server.fetch(path, init);
    });
    await storeGuardians([ben]);
    server.missing.add(ben.guardian.owner);
    open();
    await note("ended");
    await expect.poll(() => requests).toBeGreaterThan(0);
    await pass(19_000);
  });

  test("is tried less and less often, and keeps the browser less and less busy", async () => {
    expect(requests).toBeLessThan(9);
    expect(page.asked.syncs).toBeLessThan(6);
    [requests, page.asked.syncs] = [0, 0];
    await pass(24 * 3_600_000, 400);
    expect(requests).toBeLessThan(40);
    // Slow answers make it ask, too.
    expect(page.asked.syncs).toBeLessThan(12);
    server.missing.clear();
    await pass(6 * 3_600_000, 50);
    await expect.poll(() => kinds(ben)).toEqual(["ended"]);
  });

  test("is tried no sooner because the page is opened anew or the connection changes", async () => {
    await pass(3_600_000, 100);
    requests = 0;
    await until(0);
    page.reconnect();
    await pass(2_000);
    expect(requests).toBe(0);
  });

  test("is tried twice a minute where it asks for help, as after the public code of a session", async () => {
    const at = page.clock.wallTime();
    const session = { emergency: "session", isDrill: false, place: null };
    const item = { kind: "opened-with-public-code", at, ...session } as const;
    const ids = { guardians: [ben.guardian], idFor: () => "public" };
    await changeOutbox((rows) => withItem(rows, item, ids));
    page.reconnect();
    await pass(3 * 3_600_000, 400);
    server.missing.clear();
    await pass(60_000);
    await expect.poll(() => kinds(ben)).toEqual(["ended", "opened-with-public-code"]);
  });

  test("is tried at once when an emergency begins, and goes on to be", async () => {
    await pass(3_600_000, 100);
    server.missing.clear();
    page.set({});
    await note("started");
    await expect.poll(() => kinds(ben)).toEqual(["ended", "alarm"]);
  });
});
