/** Claims about the app's worker: when it is registered, and when an app that nobody closes looks for a new one. */

import { afterEach, expect, test, vi } from "vitest";
import * as paths from "#content/paths.ts";
import { patienceMs } from "#test/patience.ts";
import { registerServiceWorker } from "./service-worker.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const stubWorker = (register: (path: unknown, options: object) => Promise<object>) =>
  vi.stubGlobal("navigator", { serviceWorker: { addEventListener: () => undefined, register } });

test("the worker is registered for the whole site once the page has loaded", () => {
  const register = vi.fn(async () => ({ waiting: null, update: async () => undefined }));
  stubWorker(register);
  const state = vi.spyOn(document, "readyState", "get").mockReturnValue("interactive");
  registerServiceWorker();
  expect(register).not.toHaveBeenCalled();
  state.mockReturnValue("complete");
  window.dispatchEvent(new Event("load"));
  expect(register).toHaveBeenCalledExactlyOnceWith(
    paths.serviceWorker,
    expect.objectContaining({ scope: "/" }),
  );
});

test("a worker that cannot be registered is logged, and nothing else", async () => {
  const refused = new Error("No workers here.");
  stubWorker(async () => Promise.reject(refused));
  const log = vi.spyOn(console, "info").mockReturnValue(undefined);
  registerServiceWorker();
  await vi.waitFor(
    () => expect(log).toHaveBeenCalledExactlyOnceWith(expect.any(String), refused),
    patienceMs,
  );
});

test("an app that stays open looks for a new release once a day, when it is shown", async () => {
  const update = vi.fn(async () => undefined);
  stubWorker(async () => ({ waiting: null, update }));
  const start = Date.now();
  const now = vi.spyOn(Date, "now").mockReturnValue(start);
  registerServiceWorker();
  await new Promise<void>((resolve) => setTimeout(resolve));
  const looks = [1, 23, 25, 26, 50].map((hour) => {
    now.mockReturnValue(start + hour * 3_600_000);
    document.dispatchEvent(new Event("visibilitychange"));
    return update.mock.calls.length;
  });
  expect(looks).toEqual([0, 0, 1, 1, 2]);
});
