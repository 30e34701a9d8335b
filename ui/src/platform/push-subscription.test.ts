/** Claims about the push subscription of a browser: when it is kept, and when it gives way to another. */
import { expect, test } from "vitest";
import { subscribed } from "./push-subscription.ts";

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
  expect(await subscribed(manager, "old")).toEqual({ endpoint: "0", p256dh: "p", auth: "a" });
});

test("one for another key of the server gives way", async () => {
  const { manager, current } = browser();
  expect(await subscribed(manager, "new")).toMatchObject({ endpoint: "1" });
  expect(current()).toBe("1");
});

test("one that the push service does not know any more gives way", async () => {
  const { manager } = browser();
  expect(await subscribed(manager, "old", true)).toMatchObject({ endpoint: "1" });
});

test.each(["AbortError", "NetworkError", "NotAllowedError"])(
  "no subscription is lost to a %s",
  async (name) => {
    const { manager, current } = browser(() => name);
    await expect(subscribed(manager, "old")).rejects.toThrow();
    await expect(subscribed(manager, "new")).rejects.toThrow();
    expect(current()).toBe("0");
  },
);
