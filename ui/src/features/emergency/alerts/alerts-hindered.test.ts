/** Claims about telling guardians where something is in the way: two tabs, a link that nobody looked at. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { toBase64url } from "#seal/bytes.ts";
import { commitmentTo } from "#seal/digits.ts";
import { sealHello } from "#seal/items.ts";
import { linkKeys, makePair, offerKeys, randomBytes } from "#seal/keys.ts";
import { noteGuardianNews } from "#store/guardians/guardian-news.ts";
import { guardianOutbox } from "#store/guardians/guardian-outbox.ts";
import { guardianReportsRecord } from "#store/guardians/guardian-reports.ts";
import {
  addGuardian,
  guardians,
  type LinkedGuardian,
  noteAnswered,
} from "#store/guardians/guardians.ts";
import { alertPage, watchedPhone } from "#test/alert-page.ts";
import { fakeLocks } from "#test/fake-locks.ts";
import {
  type fakeWatchServer,
  type LinkPair,
  makeOwnLink,
  storeGuardians,
} from "#test/link-pair.ts";
import { startAlerts } from "./alerts.ts";

let ana: LinkPair;
let server: ReturnType<typeof fakeWatchServer>;
let page: ReturnType<typeof alertPage>;
let emergencyId: string;
let stops: (() => void)[];

const note = (what: "started" | "opened" | "ended") =>
  noteGuardianNews({
    ...{ emergencyId, what, isDrill: false, at: page.clock.wallTime(), place: null },
  });
const kinds = async (link = ana) => (await server.opened(link)).map(({ kind }) => kind);
const phases = () => guardianReportsRecord.read().reports.map(({ phase }) => phase);
const open = () => {
  page = alertPage(emergencyId);
  stops.push(startAlerts(page.devices));
  return page;
};

beforeEach(async () => {
  stops = [];
  const phone = await watchedPhone("Ana");
  ({ emergencyId, server } = phone);
  [ana] = phone.links as [LinkPair];
});
afterEach(() => {
  for (const stop of stops) stop();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("two tabs that learn of an emergency at once report it once", async () => {
  const tabs = fakeLocks();
  const { whileHolding } = tabs();
  const request = (name: string, _: object, work: () => Promise<void>) => whileHolding(name, work);
  vi.stubGlobal("navigator", { locks: { request } });
  open();
  open();
  await note("started");
  await expect.poll(() => kinds()).toContain("alarm");
  await note("ended");
  await expect.poll(() => kinds()).toContain("ended");
  await expect.poll(() => guardianOutbox.read()).toEqual([]);
  expect(await kinds()).toEqual(["alarm", "ended"]);
});

describe("two tabs of a browser without locks", () => {
  const settled = () => expect.poll(() => guardianOutbox.read()).toEqual([]);
  const both = async (what: "started" | "ended") => {
    // Each of the tabs hears of it by its own.
    await note(what);
    for (const one of tabs) one.reconnect();
  };
  let tabs: ReturnType<typeof open>[];
  beforeEach(() => {
    vi.stubGlobal("navigator", {});
    tabs = [open(), open()];
  });

  test("tell an emergency once, and its end once", async () => {
    await both("started");
    await expect.poll(() => kinds()).toContain("alarm");
    await both("ended");
    await expect.poll(() => kinds()).toContain("ended");
    await settled();
    expect(await kinds()).toEqual(["alarm", "ended"]);
  });

  test("that send the same row at once send the same number and bytes", async () => {
    const posts: string[] = [];
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
      if (init.method === "POST") {
        posts.push(String(init.body));
        await held;
      }
      return server.fetch(path, init);
    });
    await both("started");
    await expect.poll(() => posts.length).toBe(2);
    release();
    await settled();
    expect(new Set(posts).size).toBe(1);
    expect(await kinds()).toEqual(["alarm"]);
  });
});

test("an alarm that the service worker has sent is known to the page", async () => {
  server.health = "off";
  open().set({});
  await note("started");
  await expect.poll(phases).toEqual(["sending"]);
  await noteAnswered(ana.guardian.id, { alarmOf: emergencyId, seq: 0, at: 1 });
  await expect.poll(phases).toEqual(["stored"]);
});

describe("an alarm that the server refuses as it is", () => {
  const refusedSince = async () => {
    const [one] = await guardians.read();
    return one?.state === "linked" ? (one.refusedSince ?? null) : null;
  };
  test("is not said to be on its way, its cause is reported, and what comes later is sent", async () => {
    const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
    server.health = "refuses";
    open().set({});
    await note("started");
    await expect.poll(phases).toEqual(["refused"]);
    await expect.poll(refusedSince).not.toBeNull();
    expect(errors.mock.calls.flat().join(" ")).toMatch(/"alarm".*400/);
    errors.mockClear();
    server.health = "works";
    await note("opened");
    await expect.poll(() => kinds()).toEqual(["opened-with-public-code"]);
    await expect.poll(refusedSince).toBeNull();
    expect(phases()).toEqual(["refused"]);
    expect(await guardianOutbox.read()).toEqual([]);
  });

  test("is not said to be on its way where the service worker has tried it", async () => {
    server.health = "off";
    open().set({});
    await note("started");
    await expect.poll(phases).toEqual(["sending"]);
    await noteAnswered(ana.guardian.id, { alarmOf: emergencyId, seq: null, at: 1 });
    await expect.poll(phases).toEqual(["refused"]);
  });
});

test("the browser is asked to send later as soon as an answer takes long", async () => {
  server.health = "hangs";
  open();
  await note("started");
  await expect.poll(() => server.open()).toBeGreaterThan(0);
  expect(page.asked.syncs).toBe(0);
  await page.clock.advance(1_000);
  expect(page.asked.syncs).toBe(1);
});

test("the service worker is prepared when the first guardian is linked, and not before", async () => {
  await storeGuardians([]);
  open();
  await storeGuardians([]);
  expect(page.asked.preparations).toBe(0);
  await storeGuardians([ana]);
  await expect.poll(() => page.asked.preparations).toBe(1);
});

describe("a link that was claimed while the settings were closed", () => {
  const nonce = randomBytes(16);
  /** Ben opened the link, and his browser shows that he is a guardian; `isCommitted` for a link of this release. */
  async function claimed(isCommitted = false): Promise<LinkPair> {
    const ben = await makeOwnLink("Ben");
    const [hers, his, secret] = [await makePair(), await makePair(), randomBytes(16)];
    const commitment = await commitmentTo(nonce, { person: hers.point, secret });
    const keys = await linkKeys(his, hers.point, secret);
    if (keys === null) throw new Error("No keys");
    const { id, name, owner, madeAt } = ben.guardian;
    const committed = isCommitted ? { nonce, commitment } : undefined;
    const base = { id, name, owner, madeAt, secret, ...hers, committed };
    expect(await addGuardian({ state: "waiting", ...base })).toBe(true);
    const hello = await sealHello((await offerKeys(secret)).hello, his.point);
    server.claim(owner, toBase64url(hello));
    return { ...ben, person: { ...ben.person, down: keys.down } };
  }

  test("is told the number of the digits, once, and only when its key is stored", async () => {
    const ben = await claimed(true);
    const states: (string | undefined)[] = [];
    vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
      if (init.method === "POST") states.push((await guardians.read())[1]?.state);
      return server.fetch(path, init);
    });
    server.health = "fails";
    open();
    const told = async () => server.reveal(ben);
    server.health = "works";
    page.reconnect();
    await expect.poll(told).toEqual(nonce);
    const isSettled = async () => {
      const [, one] = await guardians.read();
      return one?.state === "linked" && one.revealedAt !== undefined;
    };
    await expect.poll(isSettled).toBe(true);
    expect(new Set(states)).toEqual(new Set(["linked"]));
    // Another key that the server hands out later changes nothing.
    const [, before] = await guardians.read();
    const { hello } = await offerKeys(randomBytes(16));
    server.claim(ben.guardian.owner, toBase64url(await sealHello(hello, randomBytes(33))));
    page.set({});
    await note("started");
    await expect.poll(() => kinds(ben)).toEqual(["alarm"]);
    const [, after] = await guardians.read();
    expect(after).toMatchObject({ digits: (before as LinkedGuardian).digits });
  });

  test("is told the number in the same bytes again, when the answer was lost", async () => {
    const ben = await claimed(true);
    const bodies: unknown[] = [];
    vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
      const response = await server.fetch(path, init);
      if (init.method !== "POST") return response;
      bodies.push(init.body);
      expect(response.ok).toBe(true);
      if (bodies.length === 1) throw new TypeError("Failed to fetch");
      return response;
    });
    open();
    await expect.poll(() => server.reveal(ben)).toEqual(nonce);
    page.reconnect();
    await expect.poll(() => bodies.length).toBe(2);
    expect(bodies[1]).toEqual(bodies[0]);
  });

  test("is complete when the app is opened, and alarms go there", async () => {
    const ben = await claimed();
    open();
    await expect.poll(async () => (await guardians.read())[1]?.state).toBe("linked");
    page.set({});
    await note("started");
    await expect.poll(() => kinds(ben)).toEqual(["alarm"]);
  });

  test("is told of the emergency that is on, from its beginning, and counts as not compared", async () => {
    open().set({ isDecoy: true });
    await note("started");
    await note("opened");
    await expect.poll(() => kinds()).toEqual(["alarm", "opened-with-public-code"]);
    const ben = await claimed();
    await page.clock.advance(15_000);
    await expect.poll(() => kinds(ben)).toEqual(["alarm", "opened-with-public-code"]);
    expect(guardianReportsRecord.read().reports).toMatchObject([
      { name: "Ana", isCompared: true },
      { name: "Ben", isCompared: false },
    ]);
    expect(await kinds()).toEqual(["alarm", "opened-with-public-code"]);
  });
});
