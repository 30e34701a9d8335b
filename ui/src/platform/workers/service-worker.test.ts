/** Claims about the worker of guardian links: nobody waits for one that never becomes active. */
import { afterEach, expect, test, vi } from "vitest";
import { watchRegistration } from "./service-worker.ts";

/** A worker, and how it changes. */
function worker(state: string) {
  const target = Object.assign(new EventTarget(), { state });
  const become = (next: string) => {
    target.state = next;
    target.dispatchEvent(new Event("statechange"));
  };
  return { target, become };
}

/** What the browser has. */
function browser(workers: Record<string, unknown>) {
  const none = { active: null, waiting: null, installing: null };
  const registration = { scope: "https://example.org/watch", ...none, ...workers };
  const getRegistration = async () => registration;
  vi.stubGlobal("navigator", { serviceWorker: { getRegistration } });
  return registration as Record<string, unknown>;
}

/** Waits until everything that can go on has. */
const settle = () => new Promise<void>((resolve) => setTimeout(resolve));

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each(["installing", "waiting", "active"])("one that is %s is waited for", async (place) => {
  const { target, become } = worker("installing");
  const registration = browser({ [place]: target });
  const found = watchRegistration();
  await settle();
  become("installed");
  become("activated");
  expect(await found).toBe(registration);
});

test("a registration whose worker is still to come is waited for", async () => {
  const { target, become } = worker("installing");
  const registration = browser({});
  const register = async () => Object.assign(registration, { installing: target });
  Object.assign(navigator.serviceWorker, { register });
  const found = watchRegistration();
  await settle();
  become("activated");
  expect(await found).toBe(registration);
});

test("one that is active already is not waited for", async () => {
  const registration = browser({ active: worker("activated").target });
  expect(await watchRegistration()).toBe(registration);
});

test("one that cannot be installed is an error at once", async () => {
  const { target, become } = worker("installing");
  const registration = browser({ installing: target });
  const failed = expect(watchRegistration()).rejects.toThrow("The worker was not activated.");
  await settle();
  registration["installing"] = null;
  become("redundant");
  await failed;
});

test("one that gives way to a newer one is an error only if that fails, too", async () => {
  for (const [end, isFound] of [
    ["activated", true],
    ["redundant", false],
  ] as const) {
    const [older, newer] = [worker("installed"), worker("installing")];
    const registration = browser({ waiting: older.target });
    const found = watchRegistration().then(
      () => true,
      () => false,
    );
    await settle();
    registration["waiting"] = newer.target;
    older.become("redundant");
    await settle();
    newer.become(end);
    expect(await found).toBe(isFound);
  }
});
