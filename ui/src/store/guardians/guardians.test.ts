/** Claims about the stored links, on either side. */
import { beforeEach, expect, test, vi } from "vitest";
import { guardianLimits } from "#content/guardian-limits.ts";
import { linkKeys, makePair, randomBytes, randomToken } from "#seal/keys.ts";
import { fractionsOf } from "#test/chance.ts";
import {
  addGuardian,
  changeGuardian,
  forgetEnding,
  guardians,
  type LinkedGuardian,
  readEndings,
  removeGuardian,
  revealToSend,
  takeSeq,
  type WaitingGuardian,
} from "./guardians.ts";
import { changeLinks, closeLinks } from "./link-record.ts";
import {
  addWatched,
  changeWatched,
  noteNotified,
  people,
  type Received,
  removeWatched,
  takeUpSeq,
  type Watched,
  withItems,
} from "./watched.ts";

beforeEach(async () => {
  for (const name of ["guardians", "endings", "watched"]) {
    await changeLinks(name, () => ({ keep: undefined, answer: undefined }));
  }
});

async function waiting(id: string): Promise<WaitingGuardian> {
  const { privateKey, point } = await makePair();
  const [owner, secret] = [randomToken(), randomBytes(16)];
  return { state: "waiting", id, name: id, owner, madeAt: Date.now(), secret, privateKey, point };
}

async function keys() {
  const derived = await linkKeys(await makePair(), (await makePair()).point, randomBytes(16));
  if (derived === null) throw new Error("No keys");
  return derived;
}

async function linked({ id, name, owner, madeAt }: WaitingGuardian): Promise<LinkedGuardian> {
  const { down, up } = await keys();
  return {
    ...{ state: "linked", id, name, owner, madeAt, down, up, digits: "0", isCompared: false },
    ...{ linkedAt: 2, nextSeq: 0, after: 0, testedAt: null, lastAnswer: null },
  };
}

async function person(id: string): Promise<Watched> {
  const { read, post, down, up } = await keys();
  return {
    ...{
      id,
      name: id,
      read,
      post,
      down,
      up,
      digits: "0",
      linkedAt: Date.now(),
      after: -1,
      notifiedSeq: -1,
    },
    ...{ nextSeq: 1, items: [], answers: [], pushEndpoint: null, isEnded: false },
  };
}

test("there is room for two guardians", async () => {
  const added = [await waiting("a"), await waiting("b"), await waiting("c")].map(addGuardian);
  expect(await Promise.all(added)).toEqual([true, true, false]);
  expect((await guardians.read()).map(({ id }) => id)).toEqual(["a", "b"]);
});

test("keys survive in the database and still work", async () => {
  const offer = await waiting("a");
  await addGuardian(offer);
  const next = await linked(offer);
  await changeGuardian("a", () => next);
  await closeLinks();
  const [kept] = await guardians.read();
  expect(kept).toMatchObject({ state: "linked", id: "a", owner: offer.owner });
  if (kept?.state !== "linked") throw new Error("Not linked");
  const how = { name: "AES-GCM", iv: randomBytes(12) };
  expect(
    (await crypto.subtle.encrypt(how, kept.down, new Uint8Array(1))).byteLength,
  ).toBeGreaterThan(1);
});

test("each number is taken once, also by two at the same time", async () => {
  const offer = await waiting("a");
  await addGuardian(offer);
  expect(await takeSeq("a")).toBeNull();
  const next = await linked(offer);
  await changeGuardian("a", () => next);
  expect(await Promise.all([takeSeq("a"), takeSeq("a"), takeSeq("a")])).toEqual([0, 1, 2]);
  expect(await takeSeq("nobody")).toBeNull();
});

test("a number that a full disk could not note does not come again after days", async () => {
  const day = 24 * 3_600_000;
  const offer = { ...(await waiting("a")), madeAt: Date.now() - 2 * day };
  await addGuardian(offer);
  const next = await linked(offer);
  await changeGuardian("a", () => next);
  const full = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("Full", "QuotaExceededError");
  });
  const taken = [await takeSeq("a"), await takeSeq("a")].map(Number);
  full.mockRestore();
  // The app was killed, and the disk knows nothing of these numbers.
  vi.setSystemTime(Date.now() + 4 * day);
  vi.resetModules();
  const restarted = await import("./guardians.ts");
  expect(await restarted.takeSeq("a")).toBeGreaterThan(Math.max(...taken));
  vi.useRealTimers();
});

test("a removed guardian is gone, and the server is still to be told", async () => {
  const offer = await waiting("a");
  await addGuardian(offer);
  await removeGuardian(offer);
  expect([await guardians.read(), await readEndings()]).toEqual([[], [offer.owner]]);
  await forgetEnding(offer.owner);
  expect(await readEndings()).toEqual([]);
});

test("a row that cannot be parsed is no guardian and breaks nothing", async () => {
  await changeLinks("guardians", () => ({ keep: [{ state: "linked" }], answer: undefined }));
  expect(await guardians.read()).toEqual([]);
});

test("every subscriber is told of a change", async () => {
  let changes = 0;
  const stop = guardians.subscribe(() => {
    changes += 1;
  });
  await addGuardian(await waiting("a"));
  stop();
  await addGuardian(await waiting("b"));
  expect(changes).toBe(1);
});

test("a person is watched until forgotten, and answers are numbered", async () => {
  await addWatched(await person("a"));
  expect([await takeUpSeq("a"), await takeUpSeq("a"), await takeUpSeq("b")]).toEqual([1, 2, null]);
  await changeWatched("a", (before) => ({ ...before, isEnded: true }));
  expect(await people.read()).toMatchObject([{ id: "a", isEnded: true, nextSeq: 3 }]);
  await removeWatched("a");
  expect(await people.read()).toEqual([]);
});

test("a repeated push is noted as one that was shown", async () => {
  await addWatched(await person("a"));
  expect([
    await noteNotified("a", place(3)),
    await noteNotified("a", place(3)),
    await noteNotified("a", place(2)),
    await noteNotified("a", place(4)),
    await noteNotified("nobody", place(1)),
  ]).toEqual([true, false, false, true, false]);
});

test("a session that was not ended is shown once, although later items were shown before it", async () => {
  await addWatched(await person("a"));
  const overdue = { kind: "overdue", emergency: "s", at: 1, isDrill: false, place: null } as const;
  const session = { seq: 2, item: { ...overdue, dueAt: 1 } };
  expect([
    await noteNotified("a", place(5)),
    await noteNotified("a", session),
    await noteNotified("a", session),
    await noteNotified("a", place(4)),
  ]).toEqual([true, true, false, false]);
});

const place = (seq: number): Received => {
  const at = seq * 1_000;
  const where = { latitude: 1, longitude: 1, accuracy: 5, ageMs: 0 };
  return { seq, at, item: { kind: "place", emergency: "e", at, isDrill: false, place: where } };
};

const alarm: Received = {
  seq: 0,
  at: 0,
  item: { kind: "alarm", emergency: "e", at: 0, isDrill: false, place: null },
};

test("items are kept once, in the order of the server, and of too many the oldest places go first", async () => {
  const some = withItems(await person("a"), [place(2), alarm, place(1), place(1)].slice(0, 3));
  expect(withItems(some, [place(1)]).items.map(({ seq }) => seq)).toEqual([2, 0, 1]);
  const many = Array.from({ length: guardianLimits.keptItems }, (_, at) => place(at + 3));
  const { items } = withItems(some, many);
  expect(items.length).toBe(guardianLimits.keptItems);
  expect(items.slice(0, 2).map(({ seq }) => seq)).toEqual([0, 4]);
});

test("what is read a second time pushes nothing out", async () => {
  const all = [alarm, ...Array.from({ length: 1_100 }, (_, at) => place(at + 1))];
  const once = withItems(await person("a"), all);
  expect(withItems(once, all)).toEqual(once);
});

test.each(Array.from({ length: 30 }, (_, index) => index + 1))(
  "what is pushed, read and read again in any part stands in the order of the server (sequence %d)",
  async (seed) => {
    const random = fractionsOf(seed * 7_919);
    const below = (limit: number) => Math.floor(random() * limit);
    // The number of a session's item is not that of its place.
    const all = Array.from({ length: guardianLimits.keptItems + below(500) }, (_, at): Received => {
      const seq = at % 50 === 25 ? at + 10_000 : at;
      return random() < 0.1 ? { ...alarm, seq, item: { ...alarm.item, at } } : place(seq);
    });
    const alarms = all.filter(({ item }) => item.kind === "alarm");
    const placeOf = new Map(all.map(({ seq }, at) => [seq, at]));
    let kept = await person("a");
    let read = 0;
    while (read < all.length) {
      const pushed = alarms[below(alarms.length)];
      if (pushed && random() < 0.5) kept = withItems(kept, [{ ...pushed, isPushed: true }]);
      // The worker reads again what only the page notes as read.
      const from = random() < 0.5 ? 0 : below(read);
      read = Math.min(all.length, read + below(600));
      kept = withItems(kept, all.slice(from, read));
      const places = kept.items.flatMap((one) => (one.isPushed ? [] : placeOf.get(one.seq)));
      expect(places).toEqual([...places].sort((a, b) => Number(a) - Number(b)));
    }
    const once = withItems({ ...kept, items: [] }, all);
    expect(kept.items.map(({ seq }) => seq)).toEqual(once.items.map(({ seq }) => seq));
  },
);

test("the weekly checks of many years leave room for the places of an emergency", async () => {
  const check = (seq: number): Received => {
    const at = -seq * 1_000;
    return { seq, at, item: { kind: "test", at, of: "heartbeat" } };
  };
  const weeks = Array.from({ length: guardianLimits.keptItems }, (_, at) => check(-at - 1));
  const { items } = withItems(withItems(await person("a"), weeks), [alarm, place(1), place(2)]);
  expect(items.length).toBe(guardianLimits.keptItems);
  expect(items.slice(-3).map(({ seq }) => seq)).toEqual([0, 1, 2]);
});

test.each([
  ["was never told", {}, 0, true],
  ["was never told, although the digits count as compared", { isCompared: true }, 0, true],
  ["was told a moment ago", { revealedAt: 5 }, 6, false],
  ["was told and is forgotten by the server", { revealedAt: 5 }, 5 + 4 * 86_400_000, true],
  ["is of no use any more", { revealedAt: 5, isCompared: true }, 5 + 4 * 86_400_000, false],
  ["was told by a clock that was set back since", { revealedAt: 5 }, 1, false],
])("the number of the digits %s", (_what, change, now, isDue) => {
  const reveal = randomBytes(44);
  expect(revealToSend({ reveal, isCompared: false, ...change }, now)).toBe(isDue ? reveal : null);
});

test("a link of an earlier release has no number to tell", () => {
  expect(revealToSend({ isCompared: false }, 1)).toBeNull();
});

test("what was sent twice under two numbers is kept once, and places are all kept", async () => {
  const came = [{ ...alarm, seq: 1 }, { ...alarm, seq: 2 }, place(3), place(4)];
  const known = withItems(await person("a"), came);
  const { items } = withItems(known, [{ ...alarm, seq: 5 }]);
  expect(items.map(({ seq }) => seq)).toEqual([1, 3, 4]);
});
