/** Claims about the push subscription of a browser: when it is kept, and when it gives way to another. */
import { expect, test } from "vitest";
import { subscribed } from "./push-subscription.ts";

const online = (serverKey: string) => ({ serverKey, broken: null, isOnline: true });

/** A browser with a subscription for the key "old" and nothing else; `fault` is what subscribing for a key fails with. */
function browser(fault: (key: unknown) => string | null = () => null) {
  const keys = { p256dh: "p", auth: "a" };
  let made = 0;
  let current: { endpoint: string; key: unknown } | null = { endpoint: "0", key: "old" };
  const subscription = (endpoint: string) => ({
    toJSON: () => ({ endpoint, keys }),
    unsubscribe: async () => {
      current = null;
      return true;
    },
  });
  const manager = {
    getSubscription: async () => (current === null ? null : subscription(current.endpoint)),
    subscribe: async ({ applicationServerKey: key }: PushSubscriptionOptionsInit) => {
      const name = fault(key);
      if (name !== null) throw new DOMException("", name);
      if (current !== null && current.key !== key) throw new DOMException("", "InvalidStateError");
      if (current === null) {
        made += 1;
        current = { endpoint: `${made}`, key };
      }
      return subscription(current.endpoint);
    },
  } as unknown as PushManager;
  return { manager, current: () => current?.endpoint };
}

test("what there is stays, and is told again", async () => {
  const { manager } = browser();
  expect(await subscribed(manager, online("old"))).toEqual({
    endpoint: "0",
    p256dh: "p",
    auth: "a",
  });
});

test("one for another key of the server gives way", async () => {
  const { manager, current } = browser();
  expect(await subscribed(manager, online("new"))).toMatchObject({ endpoint: "1" });
  expect(current()).toBe("1");
});

test("one that the push service does not know any more gives way", async () => {
  const { manager } = browser();
  expect(await subscribed(manager, { ...online("old"), broken: "0" })).toMatchObject({
    endpoint: "1",
  });
});

test.each(["AbortError", "NetworkError", "NotAllowedError"])(
  "no subscription is lost to a %s",
  async (name) => {
    const { manager, current } = browser(() => name);
    await expect(subscribed(manager, online("old"))).rejects.toThrow();
    await expect(subscribed(manager, online("new"))).rejects.toThrow();
    expect(current()).toBe("0");
  },
);

test("one that took the place of the broken one is kept", async () => {
  const { manager } = browser();
  const wish = { ...online("old"), broken: "older" };
  expect(await subscribed(manager, wish)).toMatchObject({ endpoint: "0" });
});

test.each(["old", "new"])(
  "without a connection none is given up, for the key '%s'",
  async (key) => {
    const { manager, current } = browser();
    const wish = { serverKey: key, broken: "0", isOnline: false };
    await expect(subscribed(manager, wish)).rejects.toThrow();
    expect(current()).toBe("0");
  },
);
