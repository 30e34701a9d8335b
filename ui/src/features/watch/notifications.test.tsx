/** Claims about the push subscription that all people of a browser share: it is replaced once, and never lost. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { people } from "#store/guardians/watched.ts";
import { fakeLocks } from "#test/fake-locks.ts";
import { makeOwnLink, storePeople } from "#test/link-pair.ts";
import { takePushes } from "./notifications.ts";

const BROKEN = "https://push.example.com/broken";

/** What the browser has, everything that was done to it, and the addresses that the server was given, by token. */
let current: string | null;
let done: string[];
let told: Map<string, string>;
let isOffline: boolean;

const turn = () => new Promise<void>((resolve) => setTimeout(resolve));
const subscription = (endpoint: string) => ({
  endpoint,
  toJSON: () => ({ endpoint, keys: { p256dh: "p", auth: "a" } }),
  unsubscribe: async () => {
    await turn();
    done.push("unsubscribed");
    current = null;
    return true;
  },
});
const pushManager = {
  getSubscription: async () => (current === null ? null : subscription(current)),
  subscribe: async () => {
    await turn();
    if (isOffline) throw new DOMException("", "AbortError");
    if (current === null) {
      done.push("subscribed");
      current = `https://push.example.com/${done.length}`;
    }
    return subscription(current);
  },
};

beforeEach(async () => {
  [current, done, told, isOffline] = [BROKEN, [], new Map(), false];
  const links = [await makeOwnLink("Ana"), await makeOwnLink("Ben")];
  await storePeople(
    links.map(({ guardian, person }) => ({
      guardian,
      person: { ...person, pushEndpoint: BROKEN },
    })),
  );
  const { whileHolding } = fakeLocks()();
  const locks = {
    request: (name: string, _options: unknown, work: () => Promise<void>) =>
      whileHolding(name, work),
  };
  Object.defineProperty(navigator, "locks", { configurable: true, value: locks });
  const active = Object.assign(new EventTarget(), { state: "activated" });
  const registration = { scope: `${location.origin}/watch`, active, pushManager };
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: { getRegistration: async () => registration },
  });
  vi.stubGlobal("fetch", async (_path: string, init: RequestInit) => {
    if (isOffline) throw new TypeError("Failed to fetch");
    const token = new Headers(init.headers).get("Authorization") ?? "";
    told.set(token, JSON.parse(`${init.body}`).subscription.endpoint);
    return new Response(null, { status: 204 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("two people whose address is broken at once get one new address, which both are told", async () => {
  const all = await people.read();
  await Promise.all(all.map((person) => takePushes(person, "key", true)));
  expect(done).toEqual(["unsubscribed", "subscribed"]);
  expect(current).not.toBeNull();
  expect([...told.values()]).toEqual([current, current]);
  expect((await people.read()).map(({ pushEndpoint }) => pushEndpoint)).toEqual([current, current]);
});

test("an address that the server does not know yet is told, and not replaced", async () => {
  current = "https://push.example.com/newer";
  const [ana] = await people.read();
  if (ana !== undefined) await takePushes(ana, "key", true);
  expect(done).toEqual([]);
  expect(new Set(told.values())).toEqual(new Set([current]));
});

test("without a connection nothing is given up", async () => {
  isOffline = true;
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const [ana] = await people.read();
  await expect(ana && takePushes(ana, "key", true)).rejects.toThrow();
  expect([current, done]).toEqual([BROKEN, []]);
});
