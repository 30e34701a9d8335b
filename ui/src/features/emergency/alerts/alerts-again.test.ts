/** Claims about what is known of each guardian after help was asked for again in the same emergency. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Answer } from "#seal/items.ts";
import { noteGuardianNews } from "#store/guardians/guardian-news.ts";
import { answeredBpm, guardianReportsRecord } from "#store/guardians/guardian-reports.ts";
import { noteAnswered } from "#store/guardians/guardians.ts";
import { alertPage, watchedPhone } from "#test/alert-page.ts";
import type { fakeWatchServer, LinkPair } from "#test/link-pair.ts";
import { startAlerts } from "./alerts.ts";
import { noteAlarm } from "./reports.ts";

let ana: LinkPair;
let server: ReturnType<typeof fakeWatchServer>;
let page: ReturnType<typeof alertPage>;
let stop: () => void;
let emergencyId: string;

const note = (what: "started" | "again", at: number) =>
  noteGuardianNews({ emergencyId, what, isDrill: false, at, place: null });
const phase = () => guardianReportsRecord.read().reports[0]?.phase;
const seqs = () => guardianReportsRecord.read().reports.map(({ seq }) => seq);
const answer = (given: Answer, seq?: number) =>
  server.say(ana, { kind: "answer", answer: given, about: emergencyId, at: 0, seq });
const arrived = (seq: number) =>
  server.say(ana, { kind: "arrived", seq, about: emergencyId, at: 0 });

/** Resolves when the page has heard everything, and waits for more. */
const heard = () => expect.poll(() => server.open()).toBe(1);

function open() {
  page = alertPage(emergencyId);
  page.set({});
  stop = startAlerts(page.devices);
}

beforeEach(async () => {
  const phone = await watchedPhone("Ana");
  ({ emergencyId, server } = phone);
  [ana] = phone.links as [LinkPair];
  open();
  await note("started", 1);
  await expect.poll(phase).toBe("stored");
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

test("an answer to the first alarm is none to the second, also when it comes late", async () => {
  await answer("on-the-way", 0);
  await expect.poll(phase).toBe("on-the-way");
  await note("again", 2);
  await expect.poll(seqs).toEqual([1]);
  expect(phase()).toBe("stored");
  expect(answeredBpm(guardianReportsRecord.read().reports)).toBe(0);
  await answer("police-called", 0);
  await answer("police-called");
  await arrived(0);
  await heard();
  expect(phase()).toBe("stored");
  await arrived(1);
  await expect.poll(phase).toBe("arrived");
  await answer("seen", 1);
  await expect.poll(phase).toBe("seen");
});

test("after a kill that took what local storage had, an answer to the first alarm is still none to the second", async () => {
  await answer("on-the-way", 0);
  await expect.poll(phase).toBe("on-the-way");
  await note("again", 2);
  await expect.poll(seqs).toEqual([1]);
  const before = guardianReportsRecord.read();
  stop();
  guardianReportsRecord.clear();
  open();
  await expect.poll(seqs).toEqual([1]);
  await heard();
  expect(guardianReportsRecord.read()).toEqual(before);
  await answer("seen", 1);
  await expect.poll(phase).toBe("seen");
});

test("a second alarm that waits for a connection is on its way, whatever was answered before", async () => {
  await answer("seen", 0);
  await expect.poll(phase).toBe("seen");
  server.health = "off";
  await note("again", 2);
  await expect.poll(phase).toBe("sending");
  await noteAnswered(ana.guardian.id, { alarmOf: emergencyId, seq: 0, at: 1, alarmAt: 1 });
  await page.clock.advance(1_000);
  expect(phase()).toBe("sending");
});

test("an answer that is heard before the server's own counts once the alarm's number is known", async () => {
  stop();
  const { emergency, reports } = guardianReportsRecord.read();
  const waiting = { phase: "sending", seq: null, isAgain: true, at: 2 } as const;
  guardianReportsRecord.write({
    emergency,
    reports: reports.map((one) => ({ ...one, ...waiting })),
  });
  open();
  await answer("seen", 1);
  await heard();
  expect(phase()).toBe("sending");
  noteAlarm(emergencyId, ana.guardian.id, { seq: 1, at: 2 });
  await expect.poll(phase).toBe("seen");
});

test("an alarm that two tabs sent under two numbers is answered with either", async () => {
  await note("again", 2);
  await expect.poll(seqs).toEqual([1]);
  noteAlarm(emergencyId, ana.guardian.id, { seq: 2, at: 2 });
  await answer("seen", 1);
  await expect.poll(phase).toBe("seen");
});

test("an alarm that two tabs raise, or a page raised before it was killed, is told once", async () => {
  const again = { emergencyId, what: "again", isDrill: false, place: null } as const;
  await noteGuardianNews({ ...again, at: 21_003, alarmedAt: 21_000 });
  await expect.poll(seqs).toEqual([1]);
  await noteGuardianNews({ ...again, at: 21_950, alarmedAt: 21_000 });
  await noteGuardianNews({ ...again, at: 42_000, alarmedAt: 42_000 });
  await expect.poll(seqs).toEqual([2]);
});
