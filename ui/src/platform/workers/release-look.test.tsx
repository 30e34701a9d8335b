/** Claims about new releases of an app that nobody closes. */
import { afterEach, expect, test, vi } from "vitest";
import { registerServiceWorker } from "./service-worker.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("an app that stays open looks for a new release once a day, when it is shown", async () => {
  const update = vi.fn(async () => undefined);
  const register = async () => ({ waiting: null, update });
  vi.stubGlobal("navigator", { serviceWorker: { addEventListener: () => undefined, register } });
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
