/** Claims about an answer that a guardian gives on a notification while the connection hangs. */

import { expect, test, vi } from "vitest";
import * as paths from "#content/paths.ts";
import { people } from "#store/guardians/watched.ts";
import { guardianWorker } from "#test/guardian-worker.ts";
import { patiently } from "#test/patience.ts";
import { notificationTapped } from "./push.ts";

test("an answer that is not answered opens the page while a tap still lets it, and is not noted as sent", async () => {
  const world = await guardianWorker();
  const fetch = vi.fn(() => new Promise(() => undefined));
  vi.stubGlobal("fetch", fetch);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const notification = {
    data: { person: "ana", about: "e", seq: 1 },
    close: () => undefined,
  };
  const event = { notification, action: "on-the-way" } as unknown as NotificationEvent;
  const tapped = notificationTapped(event);
  await vi.waitUntil(() => fetch.mock.calls.length > 0, patiently);
  expect(world.opened).toEqual([]);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(world.opened).toEqual([paths.watch]);
  await tapped;
  expect((await people.read()).flatMap(({ answers }) => answers)).toEqual([]);
});
