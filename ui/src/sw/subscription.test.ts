/** Claims about a browser that changes its push subscription by itself. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as endpoints from "#content/endpoints.ts";
import { changeWatched, people } from "#store/guardians/watched.ts";
import { makeLink, storePeople } from "#test/link-pair.ts";
import { subscriptionChanged } from "./subscription.ts";

let told: { token: string; endpoint: string }[];
let isOffline: boolean;
/** What the browser subscribes with, and whether it can. */
let keys: unknown[];

const made = (endpoint: string) => ({
  toJSON: () => ({ endpoint, keys: { p256dh: "p", auth: "a" } }),
  options: { userVisibleOnly: true, applicationServerKey: new ArrayBuffer(65) },
});

beforeEach(async () => {
  const links = [await makeLink("ana"), await makeLink("ben"), await makeLink("cleo")];
  await storePeople(links);
  await changeWatched("cleo", (before) => ({ ...before, isEnded: true }));
  [told, isOffline, keys] = [[], false, []];
  vi.stubGlobal("self", {
    registration: {
      pushManager: {
        getSubscription: async () => null,
        subscribe: async ({ applicationServerKey }: PushSubscriptionOptionsInit) => {
          keys.push(applicationServerKey);
          return made("third");
        },
      },
    },
  });
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (isOffline) throw new TypeError("Failed to fetch");
    expect([path, init.method]).toEqual([endpoints.watchPush, "PUT"]);
    const token = `${new Headers(init.headers).get("Authorization")}`;
    told.push({ token, endpoint: JSON.parse(`${init.body}`).subscription.endpoint });
    return new Response(null, { status: 204 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const change = (event: object) =>
  subscriptionChanged({
    newSubscription: null,
    oldSubscription: null,
    ...event,
  } as unknown as PushSubscriptionChangeEvent);

test("the server is told the new address for everybody whose link has not ended", async () => {
  await change({ newSubscription: made("second") });
  const all = (await people.read()).filter(({ isEnded }) => !isEnded);
  expect(told).toEqual(all.map(({ post }) => ({ token: `Bearer ${post}`, endpoint: "second" })));
  expect(all.map(({ pushEndpoint }) => pushEndpoint)).toEqual(["second", "second"]);
});

test("a browser that gives no new one is asked for one, for the same key", async () => {
  const old = made("first");
  await change({ oldSubscription: old });
  expect(keys).toEqual([old.options.applicationServerKey]);
  expect(told.map(({ endpoint }) => endpoint)).toEqual(["third", "third"]);
});

test("without a connection, or without any key, nothing is claimed and nothing rejected", async () => {
  await change({});
  isOffline = true;
  await change({ newSubscription: made("second") });
  expect(told).toEqual([]);
  expect((await people.read()).map(({ pushEndpoint }) => pushEndpoint)).toEqual([null, null, null]);
});
