/** Claims about the weekly check of links: real links and a real database, with a server in memory. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sealHeld } from "#seal/sound-items.ts";
import { sessionRecord } from "#store/emergency/session.ts";
import { guardianOutbox } from "#store/guardians/guardian-outbox.ts";
import { changeGuardian, guardians, type LinkedGuardian } from "#store/guardians/guardians.ts";
import { type Given, soundCopies } from "#store/guardians/sound-copies.ts";
import { fakeWatchServer, type LinkPair, makeOwnLink, storeGuardians } from "#test/link-pair.ts";
import { checkLinks } from "./heartbeats.ts";
import { newCopy, toGive } from "./sound-giving.ts";

let server: ReturnType<typeof fakeWatchServer>;
let link: LinkPair;

beforeEach(async () => {
  server = fakeWatchServer();
  link = await makeOwnLink("Ben");
  // The first item of every link is that of its claim.
  server.claim(link.guardian.owner, "");
  await storeGuardians([link]);
  await sessionRecord.change(() => ({ keep: null, answer: undefined }));
  vi.stubGlobal("fetch", server.fetch);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const sent = () => server.opened(link);
const ben = async () => (await guardians.read())[0] as LinkedGuardian;
/** The guardian's phone answers the first item that comes. */
const answering = async () => {
  while ((await sent()).length === 0) await new Promise((resolve) => setTimeout(resolve));
  await server.say(link, { kind: "arrived", seq: 0, about: null, at: 1 });
};

test("a check is sent, its answer is heard, and no second one follows", async () => {
  await Promise.all([checkLinks(() => true), answering()]);
  expect(await sent()).toMatchObject([{ kind: "test", of: "heartbeat" }]);
  expect(await ben()).toMatchObject({ arrived: [0], lastAnswer: null });
  await checkLinks(() => true);
  await changeGuardian((await ben()).id, (before) => ({ ...before, lookedAt: 0 }));
  await checkLinks(() => true);
  expect((await sent()).length).toBe(1);
});

test.each<[string, () => Promise<unknown>, () => boolean]>([
  ["an emergency is on", async () => undefined, () => false],
  [
    "something waits for the guardian",
    () => {
      const item = { kind: "ended", emergency: "e", at: 1, isDrill: false } as const;
      const row = { id: "r", guardian: link.guardian.id, item, wakes: true, sealed: null };
      return guardianOutbox.change(() => ({ keep: [row], answer: undefined }));
    },
    () => true,
  ],
  [
    "a session runs",
    () => {
      const session = { id: "s", phase: "running", dueAt: 1 } as const;
      const keep = { ...session, changes: [], clock: null, timers: [] };
      return sessionRecord.change(() => ({ keep, answer: undefined }));
    },
    () => true,
  ],
])(
  "nothing is sent while %s, and what was said is heard all the same",
  async (_, begin, isCalm) => {
    await begin();
    await server.answer(link, "seen", null);
    await checkLinks(isCalm);
    expect(await sent()).toEqual([]);
    const { lastAnswer, heartbeatAt } = await ben();
    expect([lastAnswer?.answer, heartbeatAt]).toEqual(["seen", undefined]);
  },
);

test("what waits for another guardian holds up no check", async () => {
  const item = { kind: "ended", emergency: "e", at: 1, isDrill: false } as const;
  const row = { id: "r", guardian: "another", item, wakes: true, sealed: null };
  await guardianOutbox.change(() => ({ keep: [row], answer: undefined }));
  await Promise.all([checkLinks(() => true), answering()]);
  expect(await sent()).toMatchObject([{ kind: "test", of: "heartbeat" }]);
});

test("a phone without notifications gets none, nor one whose person does not want it", async () => {
  await changeGuardian(link.guardian.id, (before) => ({ ...before, isHeartbeatOff: true }));
  await checkLinks(() => true);
  expect(await sent()).toEqual([]);
  server = fakeWatchServer("none");
  server.claim(link.guardian.owner, "");
  vi.stubGlobal("fetch", server.fetch);
  await storeGuardians([link]);
  await checkLinks(() => true);
  expect(await sent()).toEqual([]);
});

test("an end that the server proves is kept, once, and nobody asks for that link again", async () => {
  server.health = "link-ended";
  await checkLinks(() => true);
  const { endedAt } = await ben();
  expect(endedAt).toBeGreaterThan(0);
  const asked = vi.fn(server.fetch);
  vi.stubGlobal("fetch", asked);
  await checkLinks(() => true);
  expect(asked).not.toHaveBeenCalled();
  expect(await sent()).toEqual([]);
});

test("an end that nothing proves is none", async () => {
  server.health = "hotel";
  await checkLinks(() => true);
  expect((await ben()).endedAt).toBeUndefined();
});

test("without a connection nothing is claimed, and it is tried again", async () => {
  server.health = "off";
  await checkLinks(() => true);
  const { heartbeatAt, lookedAt } = await ben();
  expect([heartbeatAt, lookedAt]).toEqual([undefined, undefined]);
  server.health = "works";
  await Promise.all([checkLinks(() => true), answering()]);
  expect((await sent()).length).toBe(1);
});

test("that the guardian has the sound of an emergency is heard after it, so that nothing is sent again for it", async () => {
  const { id } = link.guardian;
  const given: Given = {
    ...{ guardian: id, name: "e", isDrill: false, at: 0, takenAt: 0 },
    ...{ sealed: null, state: "taken" },
  };
  const copy = { ...newCopy("heard-later", 0), madeAt: 0, given: [given] };
  await soundCopies.change(() => ({ keep: [copy], answer: undefined }));
  // The number behind the claim's.
  server.forge(link, await sealHeld(link.person.up, 2, { about: "e", until: 9, at: 1 }));
  await checkLinks(() => false);
  const fiveDays = 5 * 86_400_000;
  expect(toGive(copy, await ben(), fiveDays)).toEqual([given]);
  const [kept = copy] = await soundCopies.read();
  expect(toGive(kept, await ben(), fiveDays)).toEqual([]);
});
