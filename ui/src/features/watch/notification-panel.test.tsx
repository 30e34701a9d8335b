/** Claims about notifications on the guardian's page: what it says, and what it tells the server, in a browser that takes pushes. */
import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as endpoints from "#content/endpoints.ts";
import { noteShownTest } from "#store/guardians/shown-tests.ts";
import { people } from "#store/guardians/watched.ts";
import { fakeWatches } from "#test/fake-watches.ts";
import { freshServer, guardian, show, tap } from "#test/guardian.tsx";

let server = fakeWatches();
/** The browser's subscription, how many it has had, and whether its push service can be reached. */
let current: string | null;
let made: number;
let isCutOff: boolean;

const subscription = (endpoint: string) => ({
  toJSON: () => ({ endpoint, keys: { p256dh: "p", auth: "a" } }),
  unsubscribe: async () => {
    current = null;
    return true;
  },
});
const pushManager = {
  getSubscription: async () => (current === null ? null : subscription(current)),
  subscribe: async () => {
    if (isCutOff) throw new DOMException("Registration failed", "AbortError");
    if (current === null) {
      made += 1;
      current = `https://push.example.com/${made}`;
    }
    return subscription(current);
  },
};

beforeEach(async () => {
  server = await freshServer();
  [current, made, isCutOff] = [null, 0, false];
  vi.stubGlobal("Notification", { permission: "granted" });
  vi.stubGlobal("PushManager", class {});
  const active = Object.assign(new EventTarget(), { state: "activated" });
  const registration = { scope: `${location.origin}/watch`, active, pushManager };
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: { getRegistration: async () => registration },
  });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, "serviceWorker");
});

const told = () => server.seen.filter(({ path }) => path === endpoints.watchPush).length;
const isOn = () => screen.findByText(/^Notifications are on here/);

test("they are said to be on once the server says so, and the server is told each time the page opens", async () => {
  await guardian(undefined, "key");
  await isOn();
  expect([told(), made]).toEqual([1, 1]);
  document.body.replaceChildren();
  show("", "key");
  await waitFor(() => expect(told()).toBe(2));
  expect(made).toBe(1);
});

test.each([
  ["Mozilla/5.0 (Linux; Android 10; K) Chrome/148.0.0.0 Mobile Safari/537.36", true],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/148.0.0.0 Safari/537.36", false],
])("%s: what to do when it hides an alarm behind a warning is said: %s", async (agent, isSaid) => {
  const known = vi.spyOn(navigator, "userAgent", "get").mockReturnValue(agent);
  await guardian(undefined, "key");
  const said = (await isOn()).textContent ?? "";
  expect(said.endsWith("show the alarm, then choose to always allow it.")).toBe(isSaid);
  known.mockRestore();
});

test("the test that ends the pairing is followed from the server to this device and back", async () => {
  const phone = await guardian(undefined, "key");
  await screen.findByText(/^Test notification: comes once Ana's phone has seen/);
  await phone.send({ kind: "test", at: Date.now(), of: "pairing" });
  await screen.findByText(/^Test notification: sent, and not shown by this device yet/);
  const [ana] = await people.read();
  await noteShownTest({ person: ana?.id ?? "", seq: ana?.items.at(-1)?.seq ?? -1 });
  await screen.findByText(/^Test notification: arrived on this device\. Tap/);
  await tap("I saw it");
  await screen.findByText("Test notification: arrived on this device, and answered.");
});

test("a server that lost the address gets it again", async () => {
  await guardian(undefined, "key");
  await isOn();
  document.body.replaceChildren();
  server.alter(0, { push: "none" });
  show("", "key");
  await isOn();
  expect(server.links[0]?.push).toBe("works");
});

test("an address that the push service does not know any more gives way to another", async () => {
  await guardian(undefined, "key");
  await isOn();
  server.alter(0, { push: "broken" });
  await waitFor(() => expect([server.links[0]?.push, made]).toEqual(["works", 2]));
  await isOn();
});

test("a push service that refuses is said to do so, and another address is had by a tap", async () => {
  await guardian(undefined, "key");
  await isOn();
  server.alter(0, { push: "unreachable" });
  const alert = await screen.findByText(/refused what our server sent last/);
  expect(alert.getAttribute("role")).toBe("alert");
  expect(screen.queryByText(/^Notifications are on/)).toBeNull();
  expect(made).toBe(1);
  await tap("Try again");
  await isOn();
  expect(made).toBe(2);
});

test("without the browser's push service they are not said to be on, and nothing is given up", async () => {
  await guardian(undefined, "key");
  await isOn();
  document.body.replaceChildren();
  isCutOff = true;
  show("", "key");
  await screen.findByText("Your browser or the server could not be reached for it.");
  expect(current).toBe("https://push.example.com/1");
  isCutOff = false;
  await tap("Try again");
  await isOn();
});
