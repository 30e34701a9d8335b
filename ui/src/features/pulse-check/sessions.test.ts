/** Claims about what the server is told of a session, on the real database with a server in memory. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { observable } from "#platform/observable.ts";
import { fromBase64url } from "#seal/bytes.ts";
import { type DownItem, openDown } from "#seal/items.ts";
import { tokenHash } from "#seal/keys.ts";
import { sessionRecord } from "#store/session.ts";
import { fakeClock, settle } from "#test/fake-clock.ts";
import { type LinkPair, makeLink, storeGuardians } from "#test/link-pair.ts";
import { createSessions, type Sessions } from "./sessions.ts";

type Armed = {
  inSeconds: number;
  graceSeconds: number;
  generation: number;
  item: { seq: number; bytes: string };
  stopHash: string;
};

const place = { latitude: -33.8688, longitude: 151.2093, accuracy: 12, ageMs: 0 };
let clock: ReturnType<typeof fakeClock>;
let link: LinkPair;
let sessions: Sessions;
let stop: () => void;
let puts: Armed[];
/** When each would alert, in the server's seconds. */
let alerts: number[];
let stopped: string[];
/** What was sent besides. */
let posts: { seq: number; bytes: string }[];
let isOffline: boolean;
/** The timer that the server has, in its own seconds. */
let timer: { dueAt: number; generation: number; fired: boolean } | null;
/** The hashes of the tokens that stop the armed timer, and that have stopped one. */
let stops: { armed: string; used: string };
/** Whether requests to arm get lost on the way, and those that were. */
let isStalled: boolean;
let late: Armed[];
let giveUp: () => void;
const connection = observable(0);

/** Server seconds, which differ from the phone's. */
const serverNow = () => Math.floor(clock.runningTime() / 1_000) + 5_000;

beforeEach(async () => {
  clock = fakeClock();
  link = await makeLink("Ana");
  await storeGuardians([link]);
  await sessionRecord.change(() => ({ keep: null, answer: undefined }));
  alerts = [];
  [puts, stopped, posts, isOffline, timer] = [[], [], [], false, null];
  [stops, isStalled, late] = [{ armed: "", used: "" }, false, []];
  vi.stubGlobal("fetch", async (_path: string, init: RequestInit) => {
    if (isOffline) throw new TypeError("Failed to fetch");
    const body = init.body === undefined ? null : JSON.parse(String(init.body));
    const now = serverNow();
    if (init.method === "DELETE") {
      const token = new Headers(init.headers).get("Authorization") ?? "";
      const hash = await tokenHash(token.replace("Bearer ", ""));
      if (hash !== stops.armed) return new Response(null, { status: 404 });
      stopped.push(token);
      stops.used = hash;
      timer = null;
      return new Response(null, { status: 204 });
    }
    if (init.method === "POST") {
      posts.push(body);
      return new Response(null, { status: 201 });
    }
    if (init.method === "GET") {
      const owned = { push: "works", brokenSince: null, pushedSeq: null, timer };
      const state = { state: "claimed", version: "1", owned };
      return Response.json({ items: [], after: 0, now, link: state });
    }
    if (!isStalled) return arrive(body);
    late.push(body);
    return new Promise((_, reject) => {
      giveUp = () => reject(new TypeError("Failed to fetch"));
    });
  });
  open();
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

/** What the server does with a request to arm. */
function arrive(body: Armed): Response {
  if (body.stopHash === stops.used) return new Response(null, { status: 409 });
  const now = serverNow();
  puts.push(body);
  const dueAt = now + body.inSeconds + body.graceSeconds;
  alerts.push(dueAt);
  timer = { dueAt, generation: body.generation, fired: false };
  stops.armed = body.stopHash;
  return Response.json({ dueAt, now });
}

function open() {
  let ids = 0;
  sessions = createSessions({
    now: clock.wallTime,
    every: clock.every,
    onConnection: connection.subscribe,
    onVisibility: () => () => undefined,
    newId: () => {
      ids += 1;
      return `s${ids}`;
    },
    place: () => place,
    follow: () => () => undefined,
  });
  stop = sessions.start();
}

const opened = async ({ seq, bytes }: { seq: number; bytes: string }): Promise<DownItem | null> =>
  openDown(link.person.down, seq, fromBase64url(bytes) ?? new Uint8Array());
/** Lets time pass; the database needs more turns than a promise. */
const pass = async (ms: number) => {
  await clock.advance(ms);
  for (let turn = 0; turn < 60; turn += 1) await settle();
};
const isArmed = () => sessions.state.get()?.timers[0]?.confirmed === sessions.state.get()?.change;
const begin = async (minutes = 30) => {
  await sessions.begin(minutes);
  await expect.poll(isArmed).toBe(true);
};

test("a session is armed with the place, sealed for the guardian", async () => {
  await begin();
  expect(puts).toMatchObject([{ inSeconds: 1_800, graceSeconds: 300 }]);
  expect(await opened((puts[0] as Armed).item)).toMatchObject({ kind: "overdue", place });
});

test("it is renewed each minute, and still alerts at the same time", async () => {
  await begin();
  await pass(60_000);
  await expect.poll(() => puts.length).toBe(2);
  await pass(60_000);
  await expect.poll(() => puts.length).toBe(3);
  expect(puts.map(({ inSeconds }) => inSeconds)).toEqual([1_800, 1_740, 1_680]);
  const numbers = puts.map(({ generation }) => generation);
  expect([...numbers].sort((a, b) => a - b)).toEqual(numbers);
  expect(new Set(puts.map(({ item }) => item.seq)).size).toBe(3);
});

test("without a connection it is not armed, and is as soon as there is one", async () => {
  isOffline = true;
  await sessions.begin(15);
  await pass(10_000);
  expect(isArmed()).toBe(false);
  isOffline = false;
  connection.set(connection.get() + 1);
  await expect.poll(isArmed).toBe(true);
  // Of the time that passed without a connection nothing is added.
  expect(puts[0]?.inSeconds).toBeLessThanOrEqual(900);
  expect(alerts[0]).toBeLessThanOrEqual(serverNow() + 1_200);
});

test("an extension is told at once", async () => {
  await begin();
  await sessions.extend();
  await expect.poll(isArmed).toBe(true);
  expect(puts.at(-1)).toMatchObject({ inSeconds: 45 * 60 });
});

describe("the own PIN", () => {
  test("stops the timer with its token, and nothing is left", async () => {
    await begin();
    await sessions.end("own");
    await expect.poll(() => sessions.state.get()).toBeNull();
    const token = stopped[0]?.replace("Bearer ", "") ?? "";
    expect(await tokenHash(token)).toBe(puts[0]?.stopHash);
    expect(posts).toEqual([]);
  });

  test("lets no request arm the timer that was given up and arrives later", async () => {
    isStalled = true;
    await sessions.begin(30);
    await expect.poll(() => late.length).toBe(1);
    await sessions.end("own");
    isStalled = false;
    giveUp();
    await expect.poll(() => sessions.state.get()).toBeNull();
    expect(arrive(late[0] as Armed).status).toBe(409);
    expect(timer).toBeNull();
    // Nobody is alerted if this device stops before it has stopped the timer that came first.
    expect(puts).toHaveLength(1);
    expect(await opened((puts[0] as Armed).item)).toMatchObject({ kind: "ended" });
    expect(posts).toEqual([]);
  });

  test("after the alert tells the guardian that it has ended", async () => {
    await begin(15);
    // The phone sleeps: no timer of the page runs meanwhile.
    clock.freeze(25 * 60_000);
    await sessions.end("own");
    await expect.poll(() => stopped.length).toBe(1);
    await expect.poll(() => posts.length).toBe(1);
    expect(await opened(posts[0] as { seq: number; bytes: string })).toMatchObject({
      kind: "ended",
      emergency: "s1",
    });
  });

  test("without a connection is told later, also after the app was killed", async () => {
    await begin();
    isOffline = true;
    await sessions.end("own");
    await pass(10_000);
    expect(sessions.state.get()?.phase).toBe("ended");
    stop();
    open();
    await pass(10_000);
    expect(sessions.state.get()?.phase).toBe("ended");
    isOffline = false;
    connection.set(connection.get() + 1);
    await expect.poll(() => sessions.state.get()).toBeNull();
    expect(stopped).toHaveLength(1);
  });
});

test("the public code sets it due now, and says that it was the public code", async () => {
  await begin();
  await sessions.end("public");
  await expect.poll(() => sessions.state.get()).toBeNull();
  expect(puts.at(-1)).toMatchObject({ inSeconds: 0, graceSeconds: 0 });
  expect(await opened((puts.at(-1) as Armed).item)).toMatchObject({
    kind: "opened-with-public-code",
    place,
  });
  expect(stopped).toEqual([]);
});

test("after a reload it goes on by the server's clock, whatever this phone's says", async () => {
  await begin();
  stop();
  const alertAt = timer?.dueAt ?? 0;
  clock.changeWallTime(-20 * 60_000);
  open();
  await expect
    .poll(() => sessions.state.get()?.timers[0]?.alertAt)
    .toBe(clock.wallTime() + (alertAt - serverNow()) * 1_000);
  // It is renewed at once: no time may pass while that request is on its way.
  await expect.poll(() => sessions.state.get()?.timers[0]?.confirmedAt).toBe(clock.wallTime());
  await pass(61_000);
  await expect.poll(() => puts.length).toBe(3);
  for (const at of alerts) expect(Math.abs(at - alertAt)).toBeLessThanOrEqual(1);
});
