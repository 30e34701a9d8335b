/** Claims about telling guardians, on the real database with a server in memory. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { alertLimits } from "#content/guardian-limits.ts";
import type { DownItem } from "#seal/items.ts";
import { noteGuardianNews } from "#store/guardians/guardian-news.ts";
import { guardianReportsRecord } from "#store/guardians/guardian-reports.ts";
import { guardians } from "#store/guardians/guardians.ts";
import { alertPage, watchedPhone } from "#test/alert-page.ts";
import { settle } from "#test/fake-clock.ts";
import { fakeWatchServer, type LinkPair, makeOwnLink, storeGuardians } from "#test/link-pair.ts";
import { startAlerts } from "./alerts.ts";

const place = { latitude: -33.8688, longitude: 151.2093, accuracy: 12, ageMs: 0 };

let links: LinkPair[];
let server: ReturnType<typeof fakeWatchServer>;
let stop: () => void;
let page: ReturnType<typeof alertPage>;
let emergencyId: string;

const located = () => ({ ...place, timestamp: page.clock.wallTime() });

/** Notes what the machine notes. */
const note = (
  what: "started" | "opened" | "ended",
  isDrill = false,
  where: typeof place | null = place,
) => noteGuardianNews({ emergencyId, what, isDrill, at: page.clock.wallTime(), place: where });

const kinds = async (link = links[0]) =>
  link === undefined ? [] : (await server.opened(link)).map(({ kind }) => kind);
const phases = () => guardianReportsRecord.read().reports.map(({ phase }) => phase);

/** Starts the page, with the emergency that was begun. */
function open() {
  page = alertPage(emergencyId);
  stop = startAlerts(page.devices);
}

beforeEach(async () => {
  ({ emergencyId, links, server } = await watchedPhone("Ana", "Ben"));
  open();
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

describe("an alarm", () => {
  test("goes to each guardian at once, with the place that is known", async () => {
    page.set({});
    await note("started");
    for (const link of links) {
      await expect
        .poll(() => server.opened(link))
        .toMatchObject([{ kind: "alarm", emergency: emergencyId, isDrill: false, place }]);
    }
    await expect.poll(phases).toEqual(["stored", "stored"]);
  });

  test("without a place is sent all the same, and the place follows when it is found", async () => {
    page.set({});
    await note("started", false, null);
    await expect.poll(kinds).toEqual(["alarm"]);
    page.set({ location: located() });
    await expect.poll(kinds).toEqual(["alarm", "place"]);
  });

  test("of a test is marked as one", async () => {
    page.set({ kind: "test" });
    await note("started", true);
    await expect
      .poll(async () => links[0] && server.opened(links[0]))
      .toMatchObject([{ kind: "alarm", isDrill: true, emergency: `${emergencyId}-test` }]);
  });

  test("goes to a guardian who was linked while the clock was ahead", async () => {
    const ahead = await makeOwnLink("Ahead", page.clock.wallTime() + 3_600_000);
    await storeGuardians([ahead]);
    await note("started");
    await expect.poll(() => kinds(ahead)).toEqual(["alarm"]);
  });

  test("noted twice is sent once, also by the page after a reload", async () => {
    await note("started");
    await expect.poll(kinds).toEqual(["alarm"]);
    stop();
    open();
    await note("started");
    await note("ended");
    await expect.poll(kinds).toEqual(["alarm", "ended"]);
  });
});

describe.each(["off", "hangs", "fails"] as const)("while the server %s", (health) => {
  test("everything waits, and is sent in its order within ten seconds after it is back", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      server.health = health;
      page.set({ location: located() });
      await note("started");
      await note("opened");
      const pass = async (ms: number) => {
        for (let passed = 0; passed < ms; passed += 250) {
          await vi.advanceTimersByTimeAsync(250);
          await page.clock.advance(250);
          await settle();
        }
      };
      await pass(60_000);
      expect(phases()).toEqual(["sending", "sending"]);
      server.health = "works";
      await pass(10_000);
      // On a busy machine sealing takes longer than the page's clock says: what is on its way arrives.
      vi.useRealTimers();
      const arrived = async () => {
        await page.clock.advance(50);
        return (await kinds()).slice(0, 2);
      };
      await expect.poll(arrived).toEqual(["alarm", "opened-with-public-code"]);
      const came = await kinds();
      // Of the places that nobody could be told, the newest is enough.
      expect(came.slice(2).filter((kind) => kind === "place").length).toBeLessThanOrEqual(3);
      expect(server.open()).toBeLessThanOrEqual(2);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("while an emergency goes on", () => {
  const went = async (ms: number) => {
    page.set({ location: located() });
    await page.clock.advance(ms);
  };

  test("the place is sent every ten seconds, with its age", async () => {
    page.set({ location: located() });
    for (let count = 1; count <= 3; count += 1) {
      await page.clock.advance(alertLimits.placeEveryMs);
      await expect.poll(async () => (await kinds()).length).toBe(count);
    }
    const items: DownItem[] = await server.opened(links[0] as LinkPair);
    expect(items).toMatchObject([10_000, 20_000, 30_000].map((ageMs) => ({ place: { ageMs } })));
  });

  test("a page that nobody sees sends none", async () => {
    page.hide();
    await went(60_000);
    await note("ended");
    await expect.poll(kinds).toEqual(["ended"]);
  });

  test("one last message is sent below five percent of the battery, and none while it charges", async () => {
    page.hide();
    for (const battery of [
      { level: 0.04, isCharging: true },
      { level: 0.05, isCharging: false },
      { level: 0.049, isCharging: false },
      { level: 0.04, isCharging: false },
    ]) {
      Object.assign(page.battery, battery);
      await went(60_000);
    }
    await note("ended");
    await expect.poll(kinds).toEqual(["battery", "ended"]);
    expect((await server.opened(links[0] as LinkPair))[0]).toMatchObject({ level: 0.049 });
  });

  test("places end with it", async () => {
    await went(alertLimits.placeEveryMs);
    await expect.poll(kinds).toEqual(["place"]);
    page.set(null);
    await page.clock.advance(60_000);
    await note("ended");
    await expect.poll(kinds).toEqual(["place", "ended"]);
  });
});

describe("what is known of each guardian", () => {
  beforeEach(async () => {
    page.set({});
    await note("started");
    await expect.poll(phases).toEqual(["stored", "stored"]);
  });
  const [ana] = [() => links[0] as LinkPair];

  test("is sent once the push service has accepted it, and seen only after a tap", async () => {
    server.acceptPushes();
    await expect.poll(phases).toEqual(["sent", "sent"]);
    await server.say(ana(), { kind: "arrived", seq: 0, about: "another", at: 0 });
    await server.say(links[1] as LinkPair, { kind: "arrived", seq: 0, about: emergencyId, at: 0 });
    await expect.poll(phases).toEqual(["sent", "arrived"]);
    await server.answer(ana(), "seen", emergencyId);
    await expect.poll(phases).toEqual(["seen", "arrived"]);
    await server.answer(ana(), "police-called", emergencyId);
    await expect.poll(phases).toEqual(["police-called", "arrived"]);
    await server.answer(ana(), "seen", emergencyId);
    await server.answer(links[1] as LinkPair, "on-the-way", emergencyId);
    await expect.poll(phases).toEqual(["police-called", "on-the-way"]);
  });

  test("does not change by what the guardian did not seal, or said of another emergency", async () => {
    server.forge(ana(), new Uint8Array(540));
    await server.answer({ ...ana(), person: (links[1] as LinkPair).person }, "seen", emergencyId);
    await server.answer(ana(), "police-called", "another");
    await server.answer(ana(), "police-called", "e-test");
    await server.answer(links[1] as LinkPair, "seen", emergencyId);
    await expect.poll(phases).toEqual(["stored", "seen"]);
  });

  test.each([
    ["is lost", () => guardianReportsRecord.clear()],
    [
      "is of an earlier emergency",
      () => guardianReportsRecord.write({ emergency: "earlier", reports: [] }),
    ],
  ])("is known again after a kill by which what local storage had %s", async (_, lose) => {
    server.acceptPushes();
    await server.answer(ana(), "on-the-way", emergencyId);
    await expect.poll(phases).toEqual(["on-the-way", "sent"]);
    const before = guardianReportsRecord.read();
    stop();
    lose();
    open();
    page.set({});
    await expect.poll(phases).toEqual(["on-the-way", "sent"]);
    expect(guardianReportsRecord.read()).toEqual(before);
    await server.answer(links[1] as LinkPair, "police-called", emergencyId);
    await expect.poll(phases).toEqual(["on-the-way", "police-called"]);
    expect((await kinds()).filter((kind) => kind === "alarm")).toHaveLength(1);
  });

  test("begins anew when a test becomes real", async () => {
    await server.answer(ana(), "seen", emergencyId);
    await expect.poll(phases).toEqual(["seen", "stored"]);
    await noteGuardianNews({
      ...{ emergencyId: "e2", what: "started", isDrill: false },
      ...{ at: page.clock.wallTime(), place: null },
    });
    await expect.poll(() => guardianReportsRecord.read().emergency).toBe("e2");
    expect(phases()).not.toContain("seen");
  });

  test("is none where something else than the server says that the link is not there", async () => {
    server.health = "hotel";
    await note("opened");
    const refused = async () =>
      (await guardians.read()).map((one) => one.state === "linked" && !!one.refusedSince);
    await expect.poll(refused).toEqual([true, true]);
    expect(phases()).not.toContain("ended");
    server.health = "works";
    page.reconnect();
    await expect.poll(phases).toEqual(["stored", "stored"]);
    await expect.poll(refused).toEqual([false, false]);
  });

  test("is that the link has ended, where it has", async () => {
    server.health = "link-ended";
    await note("opened");
    await expect.poll(phases).toEqual(["ended", "ended"]);
  });

  test("is that the link has ended, also where the alarm had arrived before", async () => {
    await server.say(ana(), { kind: "arrived", seq: 0, about: emergencyId, at: 1 });
    await expect.poll(() => phases()[0]).toBe("arrived");
    server.health = "link-ended";
    await note("opened");
    const report = () => guardianReportsRecord.read().reports[0];
    await expect.poll(report).toMatchObject({ phase: "arrived", hasLinkEnded: true });
  });
});

test("a guardian without notifications is known to be one", async () => {
  server = fakeWatchServer("none");
  vi.stubGlobal("fetch", server.fetch);
  page.set({});
  await note("started");
  await expect.poll(() => guardianReportsRecord.read().reports[0]?.hasPush).toBe(false);
});
